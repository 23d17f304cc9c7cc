//go:build unix

package nine

import (
	"syscall"
	"time"
)

// cpuTime is what this process has used of the CPU: on a busy machine a fairer clock than the wall's.
func cpuTime() time.Duration {
	var r syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
		panic(err)
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}
