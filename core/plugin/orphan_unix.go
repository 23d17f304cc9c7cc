//go:build unix

package plugin

import (
	"errors"
	"syscall"
)

// alive reports whether there is a process pid.
func alive(pid int) bool {
	err := syscall.Kill(pid, 0)
	return err == nil || errors.Is(err, syscall.EPERM)
}
