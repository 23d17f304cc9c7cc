//go:build unix

package process

import (
	"os"
	"syscall"
)

// killGroup kills a process and all that it started, stopped ones too, but those that left its group.
func killGroup(p *os.Process) {
	if err := syscall.Kill(-p.Pid, syscall.SIGKILL); err != nil {
		_ = p.Kill() // the group is gone or not ours: the process alone remains to be killed
	}
}
