package plugin

import (
	"math"
	"testing"
	"time"
)

// TestClockIsFine looks for the smallest step of the clock: solving a puzzle takes some microseconds.
func TestClockIsFine(t *testing.T) {
	smallest, last := int64(math.MaxInt64), clock()
	for range 100_000 {
		now := clock()
		if now < last {
			t.Fatalf("%d comes after %d", now, last)
		}
		if now > last {
			smallest = min(smallest, now-last)
		}
		last = now
	}
	if smallest > int64(20*time.Microsecond) {
		t.Errorf("it goes by %v", time.Duration(smallest))
	}
}
