//go:build !race

package plugin

import "sync/atomic"

// publish stores v for other goroutines, after all that was written before. Unlike to.Store it does not wait until they can see
// it, which takes longer than some puzzles do: what is loaded afterwards may be older than that.
//
//go:noescape
func publish(to *atomic.Int64, v int64)
