package bridge

import (
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// childAttr lets the kernel end a child with the bridge. The child stays in the bridge's process group, so that the
// host, which kills the group, reaches it.
func childAttr() *syscall.SysProcAttr { return &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL} }

// limitMemory limits the data segment of a process and of what it starts, in MiB.
func limitMemory(p *os.Process, mb int) {
	most := uint64(mb) << 20
	_ = unix.Prlimit(p.Pid, unix.RLIMIT_DATA, &unix.Rlimit{Cur: most, Max: most}, nil) // it may have ended
}
