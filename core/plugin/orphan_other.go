//go:build !unix && !windows

package plugin

import "os"

// alive reports whether there is a process pid.
func alive(pid int) bool {
	p, err := os.FindProcess(pid)
	if err != nil {
		return false
	}
	return p.Release() == nil
}
