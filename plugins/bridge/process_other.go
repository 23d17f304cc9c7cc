//go:build !linux

package bridge

import (
	"os"
	"syscall"
	"time"
)

// childAttr asks for nothing: the child stays in the bridge's process group, which the host kills.
func childAttr() *syscall.SysProcAttr { return nil }

// limitMemory does nothing here.
func limitMemory(*os.Process, int) {}

// usedUp returns nothing: CPU time is not limited here.
func usedUp(*os.ProcessState) (most time.Duration, ok bool) { return 0, false }

// peakMemory returns nothing: memory is not limited here.
func peakMemory(*os.ProcessState) int64 { return 0 }
