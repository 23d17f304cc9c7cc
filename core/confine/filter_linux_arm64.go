package confine

import "golang.org/x/sys/unix"

// auditArch is how seccomp calls this architecture.
const auditArch = unix.AUDIT_ARCH_AARCH64

// refusedHere are the older forms of refused calls; this architecture has none.
var refusedHere []uint32

// filterHere is about older forms of calls; this architecture has none.
func filterHere() filter { return nil }
