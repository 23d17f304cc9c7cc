//go:build !linux

package bridge

import (
	"os"
	"syscall"
)

// childAttr asks for nothing: the child stays in the bridge's process group, which the host kills.
func childAttr() *syscall.SysProcAttr { return nil }

// limitMemory does nothing here.
func limitMemory(*os.Process, int) {}
