package plugin

import (
	"math"
	"time"
)

// stopwatch turns ticks into time. Looking at the clock before and after each puzzle takes as long as some puzzles do.
type stopwatch struct {
	last  reading
	rate  float64 // nanoseconds a tick
	found float64 // the rate between the last two readings
}

// reading is what clock and ticks said at the same time.
type reading struct{ clock, ticks int64 }

// atStart is the first reading of the process.
var atStart = readBoth()

// readBoth reads the clock between two ticks that are as near to each other as can be had: between the two readings the
// system may let others run.
func readBoth() (r reading) {
	const tries, near = 8, 500
	apart := int64(math.MaxInt64)
	for i := 0; i < tries && apart > near; i++ {
		before, now := ticks(), clock()
		if d := ticks() - before; d >= 0 && d < apart {
			r, apart = reading{now, before + d/2}, d
		}
	}
	return r
}

func newStopwatch() stopwatch {
	s := stopwatch{last: atStart}
	s.compare(readBoth())
	return s
}

// compareEvery is how long two readings are apart.
const compareEvery = int64(10 * time.Millisecond)

// check compares the ticks with the clock from time to time.
func (s *stopwatch) check() {
	if clock()-s.last.clock >= compareEvery {
		s.compare(readBoth())
	}
}

// compare finds the rate since the last reading. One that differs much from the one before counts only if the next agrees: the
// ticks may have gone on while the machine slept, or begun anew.
func (s *stopwatch) compare(now reading) {
	found := float64(now.clock-s.last.clock) / float64(now.ticks-s.last.ticks)
	s.last = now
	if !(found > 0) || math.IsInf(found, 0) {
		return
	}
	if s.rate == 0 || math.Abs(found-s.found) < found/100 {
		s.rate = found
	}
	s.found = found
}

// nanoseconds returns how long a number of ticks is.
func (s *stopwatch) nanoseconds(ticks int64) int64 { return int64(float64(ticks) * s.rate) }

// clock returns what the clock said at a tick.
func (s *stopwatch) clock(tick int64) int64 { return s.last.clock + s.nanoseconds(tick-s.last.ticks) }
