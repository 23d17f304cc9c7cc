package library

import "testing"

// TestRangeText names bins, by the first and the last number in them if all are whole.
func TestRangeText(t *testing.T) {
	for _, c := range []struct {
		from, below float64
		whole       bool
		want        string
	}{
		{17, 18, true, "17"}, {17, 20, true, "17–19"}, {-3, 0, true, "-3–-1"}, {1e6, 2e6, true, "1000000–1999999"},
		{1, 1.5, false, "1–1.5"}, {0.25, 0.25, false, "0.25"}, {0, 1, false, "0–1"},
	} {
		if got := rangeText(c.from, c.below, c.whole); got != c.want {
			t.Errorf("%v: %q, want %q", c, got, c.want)
		}
	}
	if got := number(nil); got != "" {
		t.Errorf("no end is %q", got)
	}
}
