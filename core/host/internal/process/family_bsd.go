//go:build unix && !linux

package process

import (
	"syscall"

	"github.com/sudokuctl/sudokuctl/core/host/lifecycle"
)

// processAttr asks for an own process group, so that the whole family can be killed. That a plugin outlives a
// killed host is prevented by the SDK, which watches its parent.
func processAttr(attr *syscall.SysProcAttr) *syscall.SysProcAttr {
	if attr == nil {
		attr = &syscall.SysProcAttr{}
	}
	attr.Setpgid = true
	return attr
}

// liveUsage is not known here before the process ends.
func liveUsage(int) (lifecycle.Usage, bool) { return lifecycle.Usage{}, false }

// treeUsage is not known either.
func treeUsage(int) (lifecycle.Usage, bool) { return lifecycle.Usage{}, false }
