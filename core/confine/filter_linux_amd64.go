package confine

import "golang.org/x/sys/unix"

// auditArch is how seccomp calls this architecture.
const auditArch = unix.AUDIT_ARCH_X86_64

// refusedHere lists older forms of refused calls, and calls that only this architecture has.
var refusedHere = []uint32{unix.SYS_CHMOD, unix.SYS_CHOWN, unix.SYS_LCHOWN, unix.SYS_UTIME, unix.SYS_UTIMES,
	unix.SYS_FUTIMESAT, unix.SYS_SYSFS, unix.SYS_USTAT, unix.SYS_USELIB, unix.SYS_MODIFY_LDT, unix.SYS_IOPL, unix.SYS_IOPERM,
	unix.SYS__SYSCTL}

// filterHere is about the older forms of calls that open and make files.
func filterHere() (f filter) {
	f.about(unix.SYS_OPEN, plainOpen(1)...)
	f.about(unix.SYS_CREAT, plainMode(1)...)
	f.about(unix.SYS_MKNOD, plainMode(1)...)
	return f
}
