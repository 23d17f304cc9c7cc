//go:build !linux

package process

import "github.com/sudokuctl/sudokuctl/core/host/lifecycle"

// liveUsage is not known here before the process ends.
func liveUsage(int) (lifecycle.Usage, bool) { return lifecycle.Usage{}, false }
