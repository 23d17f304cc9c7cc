package plugin

import (
	"syscall"
	"time"
)

const rusageThread = 1 // RUSAGE_THREAD of getrusage(2), which package syscall does not name

// usageOfThread asks the system for the thread under way.
func usageOfThread() (threadUsage, bool) {
	var u syscall.Rusage
	if err := syscall.Getrusage(rusageThread, &u); err != nil {
		return threadUsage{}, false
	}
	return threadUsage{time.Duration(u.Utime.Nano() + u.Stime.Nano()), int64(u.Nvcsw), int64(u.Nivcsw)}, true
}
