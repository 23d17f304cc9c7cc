package plugin

import (
	"runtime"
	"testing"
	"time"
)

// TestStopwatch has intervals of a thread of which the system says different things.
func TestStopwatch(t *testing.T) {
	const ms = int64(time.Millisecond)
	for _, c := range []struct {
		what  string
		began threadUsage // when it was last asked for, 1 ms before the interval
		now   threadUsage
		known bool
		took  int64 // of 10 ms
	}{
		{"without a break", threadUsage{5 * time.Millisecond, 1, 1}, threadUsage{16 * time.Millisecond, 1, 1}, true, 10 * ms},
		{"interrupted for 7 ms", threadUsage{5 * time.Millisecond, 1, 1}, threadUsage{9 * time.Millisecond, 1, 2}, true, 3 * ms},
		{"interrupted for longer than it took", threadUsage{5 * time.Millisecond, 1, 1}, threadUsage{5 * time.Millisecond, 1, 2}, true, 1},
		{"interrupted for a moment", threadUsage{5 * time.Millisecond, 1, 1}, threadUsage{17 * time.Millisecond, 1, 4}, true, 10 * ms},
		{"waiting for others", threadUsage{5 * time.Millisecond, 1, 1}, threadUsage{7 * time.Millisecond, 2, 2}, true, 10 * ms},
		{"of an unknown thread", threadUsage{}, threadUsage{}, false, 10 * ms},
	} {
		s := stopwatch{read: func() (threadUsage, bool) { return c.now, c.known }, last: c.began, at: 100 * ms}
		if took := s.ran(101*ms, 111*ms); took != c.took {
			t.Errorf("%s: took %d ns, want %d", c.what, took, c.took)
		}
		if s.last != c.now || s.at != 111*ms {
			t.Errorf("%s: the next interval begins with %+v at %d", c.what, s.last, s.at)
		}
	}
	asked := 0
	s := stopwatch{read: func() (threadUsage, bool) { asked++; return threadUsage{}, true }}
	s.begin()
	for range 100 {
		if took := s.ran(5, 5+longInterval); took != longInterval {
			t.Errorf("took %d ns, want %d", took, longInterval)
		}
	}
	if asked != 1 {
		t.Errorf("the system was asked %d times in a run of short intervals", asked)
	}
}

// TestUsageOfThread works, and waits, until the system says so.
func TestUsageOfThread(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	before, known := usageOfThread()
	if !known {
		t.Skip("the system says nothing of threads")
	}
	for now := before; now.cpu-before.cpu < 2*time.Millisecond; now, _ = usageOfThread() {
	}
	for waited := before; waited.waits == before.waits; waited, _ = usageOfThread() { // the other goroutine may be first
		released := make(chan bool)
		go func() { released <- true }()
		<-released
	}
}
