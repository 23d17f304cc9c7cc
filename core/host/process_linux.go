package host

import "syscall"

// processAttr asks for an own process group, so that the whole family can be killed, and for SIGKILL when the
// thread that starts the process ends.
func processAttr(attr *syscall.SysProcAttr) *syscall.SysProcAttr {
	if attr == nil {
		attr = &syscall.SysProcAttr{}
	}
	attr.Setpgid, attr.Pdeathsig = true, syscall.SIGKILL
	return attr
}
