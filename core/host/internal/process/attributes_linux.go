package process

import "syscall"

// processAttr asks for an own process group, so that the whole family can be killed, and for SIGKILL, unless
// it is to be another signal, when the thread that starts the process ends.
func processAttr(attr *syscall.SysProcAttr) *syscall.SysProcAttr {
	if attr == nil {
		attr = &syscall.SysProcAttr{}
	}
	attr.Setpgid = true
	if attr.Pdeathsig == 0 {
		attr.Pdeathsig = syscall.SIGKILL
	}
	return attr
}
