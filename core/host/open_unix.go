//go:build unix

package host

import (
	"math"
	"syscall"
)

// openFiles returns how many files a process that is started here may have open.
func openFiles() int {
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		return math.MaxInt32
	}
	return int(min(uint64(limit.Max), math.MaxInt32))
}
