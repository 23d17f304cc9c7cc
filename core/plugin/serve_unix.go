//go:build unix

package plugin

import (
	"errors"
	"syscall"
	"time"
)

// alive reports whether there is a process pid.
func alive(pid int) bool {
	err := syscall.Kill(pid, 0)
	return err == nil || errors.Is(err, syscall.EPERM)
}

// clock returns the time since the process began, in nanoseconds.
func clock() int64 { return int64(time.Since(began)) }
