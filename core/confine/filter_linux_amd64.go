package confine

import "golang.org/x/sys/unix"

// auditArch is how seccomp calls this architecture.
const auditArch = unix.AUDIT_ARCH_X86_64

// refusedHere are the older forms of refused calls.
var refusedHere = []uint32{unix.SYS_CHMOD, unix.SYS_CHOWN, unix.SYS_LCHOWN, unix.SYS_UTIME, unix.SYS_UTIMES,
	unix.SYS_FUTIMESAT}

// forkCalls make processes, as clone does.
var forkCalls = []uint32{unix.SYS_FORK, unix.SYS_VFORK}
