//go:build !unix && !windows

package process

import (
	"os"
	"syscall"
)

func processAttr(attr *syscall.SysProcAttr) *syscall.SysProcAttr { return attr }

// family is a process alone: there are no process groups here.
type family struct{ head *os.Process }

func newFamily(p *os.Process) family { return family{p} }

func (f family) kill() { _ = f.head.Kill() }

func (family) end() {}
