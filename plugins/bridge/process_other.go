//go:build !linux

package bridge

import (
	"os"
	"time"
)

// usedUp returns nothing: CPU time is not limited here.
func usedUp(*os.ProcessState) (most time.Duration, ok bool) { return 0, false }

// peakMemory returns nothing: memory is not limited here.
func peakMemory(*os.ProcessState) int64 { return 0 }
