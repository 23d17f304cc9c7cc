package bridge

import (
	"math"
	"os"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// usedUp returns the CPU time that a process may use, if it was killed because it had used it: by SIGXCPU or,
// if it ignores that, by SIGKILL. The limit is that of the bridge, which the process has inherited.
func usedUp(state *os.ProcessState) (most time.Duration, ok bool) {
	var limit unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_CPU, &limit); err != nil || limit.Cur > math.MaxInt32 {
		return 0, false
	}
	most = time.Duration(limit.Cur) * time.Second
	status, _ := state.Sys().(syscall.WaitStatus)
	if !status.Signaled() {
		return most, false
	}
	used := state.UserTime() + state.SystemTime()
	return most, status.Signal() == unix.SIGXCPU || status.Signal() == unix.SIGKILL && used >= most
}

// peakMemory returns the bytes that a process had in memory at its most.
func peakMemory(state *os.ProcessState) int64 {
	usage, ok := state.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	return int64(usage.Maxrss) << 10 // KiB
}
