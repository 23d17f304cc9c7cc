//go:build !amd64 || race

package plugin

import "sync/atomic"

// publish stores v for other goroutines, after all that was written before.
func publish(to *atomic.Int64, v int64) { to.Store(v) }
