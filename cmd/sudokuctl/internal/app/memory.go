package app

import (
	"os"
	"runtime/debug"
)

// CollectLess has garbage collected four times less often than usual, unless GOGC says how often. It is for work that leaves
// much garbage and holds little else.
func CollectLess() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400)
	}
}
