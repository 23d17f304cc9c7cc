//go:build unix

package process

import (
	"os"
	"syscall"
)

// family is a process and all that it has started, but those that left its process group.
type family struct{ head *os.Process }

func newFamily(p *os.Process) family { return family{p} }

// kill kills the family, stopped processes too.
func (f family) kill() {
	if err := syscall.Kill(-f.head.Pid, syscall.SIGKILL); err != nil {
		_ = f.head.Kill() // the group is gone or not ours: the process alone remains to be killed
	}
}

// end kills what is left of the family after its head has been reaped.
func (f family) end() { f.kill() }
