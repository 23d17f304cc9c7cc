package plugin

import (
	"testing"
	"time"
)

func TestAStopwatchAgreesWithTheClock(t *testing.T) {
	s := newStopwatch()
	outer, begin := clock(), ticks()
	inner := clock()
	for clock() < inner+int64(5*time.Millisecond) {
	}
	innerEnd := clock()
	took := s.nanoseconds(ticks() - begin)
	longest, shortest := clock()-outer, innerEnd-inner
	if took > longest+longest/10 || took < shortest-shortest/10 {
		t.Errorf("%d ns, which is not between %d and %d", took, shortest, longest)
	}
	if at, now := s.clock(ticks()), clock(); at > now+now/10 {
		t.Errorf("the clock says %d, the stopwatch %d", now, at)
	}
}

func TestAStopwatchIsNotMisledByOneReading(t *testing.T) {
	s := stopwatch{last: reading{clock: 1e9, ticks: 5e9}}
	now := s.last
	step := func(clock, ticks int64) {
		now.clock, now.ticks = now.clock+clock, now.ticks+ticks
		s.compare(now)
	}
	for _, test := range []struct {
		name         string
		clock, ticks int64
		want         int64 // of a million ticks
	}{
		{"the first", 2e6, 6e6, 333_333},
		{"a little more exact", 2e6, 6.006e6, 333_000},
		{"the machine slept, and the ticks went on", 2e6, 9e12, 333_000},
		{"as before", 2e6, 6e6, 333_000},
		{"and again", 2e6, 6e6, 333_333},
		{"the ticks began anew", 2e6, -9e12, 333_333},
		{"they stood still", 2e6, 0, 333_333},
		{"the clock stood still", 0, 6e6, 333_333},
		{"a new speed", 2e6, 3e6, 333_333},
		{"it stays", 2e6, 3e6, 666_666},
	} {
		step(test.clock, test.ticks)
		if got := s.nanoseconds(1e6); got != test.want {
			t.Errorf("%s: a million ticks are %d ns instead of %d", test.name, got, test.want)
		}
	}
	if at := s.clock(now.ticks - 3e6); at != now.clock-2e6 {
		t.Errorf("three million ticks before %d the clock said %d", now.clock, at)
	}
}
