package plugin

import "time"

// stopwatch takes the time inside the algorithm. That is the time that passed, less the time in which the system ran
// other threads on the processor: on a busy machine one such break is longer than thousands of puzzles. To ask the
// system how long the thread ran takes as long as to solve a puzzle, so it is asked at the begin of a run of puzzles
// and after intervals that were long enough for a break. The worker keeps its goroutine on the thread meanwhile.
//
// A thread that waited for something, be it for another goroutine or for another process, did so for the algorithm, and
// the time that passed counts.
type stopwatch struct {
	read func() (threadUsage, bool) // false: the system does not say
	last threadUsage                // when the thread was last asked for
	at   int64                      // by clock
	end  int64                      // by clock, of the interval before
}

// threadUsage is what the system says of a thread.
type threadUsage struct {
	cpu               time.Duration
	waits, interrupts int64 // times that it gave up the processor, and that it was taken from it
}

// longInterval is from which on an interval may hold a break.
const longInterval = int64(50 * time.Microsecond)

// begin begins a run of puzzles, on a thread that the goroutine keeps until the run ends.
func (s *stopwatch) begin() {
	s.last, _ = s.read()
	s.at = clock()
	s.end = s.at
}

// start begins an interval.
func (s *stopwatch) start() int64 {
	now := clock()
	if now-s.end > longInterval {
		s.last, _ = s.read()
		s.at = now
	}
	return now
}

// stop ends an interval and returns how long it took.
func (s *stopwatch) stop(begin int64) int64 {
	s.end = clock()
	return s.ran(begin, s.end)
}

// ran returns how long an interval took that may hold a break.
func (s *stopwatch) ran(begin, end int64) int64 {
	took := end - begin
	if took <= longInterval {
		return took
	}
	now, known := s.read()
	if known && now.waits == s.last.waits && now.interrupts > s.last.interrupts {
		// Since the last reading the thread spent this interval and shorter ones, without a break.
		took = min(took, max(1, int64(now.cpu-s.last.cpu)-(begin-s.at)))
	}
	s.last, s.at = now, end
	return took
}
