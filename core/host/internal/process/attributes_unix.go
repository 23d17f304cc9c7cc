//go:build unix && !linux

package process

import "syscall"

// processAttr asks for an own process group, so that the whole family can be killed. That a plugin outlives a
// killed host is prevented by the SDK, which watches its parent.
func processAttr(attr *syscall.SysProcAttr) *syscall.SysProcAttr {
	if attr == nil {
		attr = &syscall.SysProcAttr{}
	}
	attr.Setpgid = true
	return attr
}
