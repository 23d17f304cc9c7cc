package app

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync"
)

// CollectLess has garbage collected four times less often than usual, unless GOGC says how often. It is for work that leaves
// much garbage and holds little else. If it comes to hold more after all, as importing into a large library does, no more
// garbage is left than mostGarbage: else memory would grow by five times of what is held.
var CollectLess = sync.OnceFunc(func() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(mostPercent)
		adaptAfterCollection(mostPercent)
	}
})

const (
	mostPercent  = 400 // of what is held
	leastPercent = 100 // what is usual
	mostGarbage  = 80 << 20
)

// adaptAfterCollection adapts how much garbage may be left, now a percentage of what is held, after the next collection and
// after each one that follows.
func adaptAfterCollection(now int) {
	runtime.AddCleanup(&struct{ pointer *byte }{}, func(now int) {
		held := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
		metrics.Read(held)
		next := percentOf(held[0].Value.Uint64())
		if next != now {
			debug.SetGCPercent(next)
		}
		adaptAfterCollection(next)
	}, now)
}

// percentOf returns how much garbage may be left beside what is held, in steps of ten percent, so that it seldom changes.
func percentOf(held uint64) int {
	percent := 100 * mostGarbage / max(held, 1) / 10 * 10
	return int(min(max(percent, leastPercent), mostPercent))
}
