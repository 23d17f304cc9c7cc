package app

import (
	"runtime"
	"runtime/metrics"
	"testing"
)

func TestPercentOf(t *testing.T) {
	for held, want := range map[uint64]int{0: 400, 4 << 20: 400, 20 << 20: 400, 21 << 20: 380, 30 << 20: 260, 80 << 20: 100, 1 << 50: 100} {
		if got := percentOf(held); got != want {
			t.Errorf("%d bytes are held: %d %%, want %d %%", held, got, want)
		}
	}
}

func TestCollectLess(t *testing.T) {
	t.Setenv("GOGC", "")
	CollectLess()
	held := make([]byte, 2*mostGarbage)
	collectUntil(t, leastPercent)
	runtime.KeepAlive(held)
	held = nil
	collectUntil(t, mostPercent)
}

// collectUntil collects garbage until so much may be left: what is held counts soon after a collection.
func collectUntil(t *testing.T, want int) {
	t.Helper()
	for range 10_000 {
		if runtime.GC(); percent() == want {
			return
		}
	}
	t.Fatalf("%d %% of what is held may be garbage, want %d %%", percent(), want)
}

func percent() int {
	now := []metrics.Sample{{Name: "/gc/gogc:percent"}}
	metrics.Read(now)
	return int(now[0].Value.Uint64())
}
