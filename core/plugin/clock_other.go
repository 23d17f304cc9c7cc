//go:build !windows

package plugin

import "time"

// clock returns the time since the process began, in nanoseconds.
func clock() int64 { return int64(time.Since(began)) }
