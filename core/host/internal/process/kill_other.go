//go:build !unix

package process

import (
	"os"
	"syscall"
)

func processAttr(attr *syscall.SysProcAttr) *syscall.SysProcAttr { return attr }

// killGroup kills the process alone: there are no process groups here.
func killGroup(p *os.Process) { _ = p.Kill() }
