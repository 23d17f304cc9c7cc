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

// killTree kills a process; what it started ends with the bridge's group.
func killTree(p *os.Process) { _ = p.Kill() }
