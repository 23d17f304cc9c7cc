package puzzles

import "testing"

func TestAboutTime(t *testing.T) {
	for seconds, want := range map[float64]string{
		0.4: "about 0 seconds", 59.6: "about 60 seconds", 89: "about 89 seconds",
		90: "about 2 minutes", 149: "about 2 minutes", 151: "about 3 minutes", 89.4 * 60: "about 89 minutes",
		5400: "about 1.5 hours", 36_000: "about 10.0 hours",
	} {
		if got := aboutTime(seconds); got != want {
			t.Errorf("%v s: %q, want %q", seconds, got, want)
		}
	}
}
