package stats

import (
	"math"
	"testing"
)

func TestShare(t *testing.T) {
	for _, c := range []struct {
		hits, trials int64
		low, high    float64
		text         string
	}{
		{0, 0, 0, 1, "-"},
		{0, 10, 0, 0.2775328, "0.0 % (0.0–27.8)"},
		{10, 10, 0.7224672, 1, "100.0 % (72.2–100.0)"},
		{7, 10, 0.3967781, 0.8922087, "70.0 % (39.7–89.2)"},
		{500, 1000, 0.4690687, 0.5309313, "50.0 % (46.9–53.1)"},
	} {
		s := ShareOf(c.hits, c.trials)
		if math.Abs(s.Low-c.low) > 1e-6 || math.Abs(s.High-c.high) > 1e-6 || s.String() != c.text {
			t.Errorf("%d of %d: %v to %v, %q", c.hits, c.trials, s.Low, s.High, s)
		}
	}
}
