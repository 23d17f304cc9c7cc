package stats

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestBetween(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	draw := func(spread float64) (hits []int) {
		for range 400 {
			p, k := 0.5+spread*rng.NormFloat64(), 0
			for range 500 {
				if rng.Float64() < p {
					k++
				}
			}
			hits = append(hits, k)
		}
		return hits
	}
	if d := Between(draw(0.05), 500); math.Abs(d-0.05) > 0.005 {
		t.Errorf("between groups %v, want 0.05", d)
	}
	if d := Between(draw(0), 500); d > 0.008 {
		t.Errorf("between equal groups %v", d)
	}
}

func TestHolm(t *testing.T) {
	got := Holm([]float64{0.01, math.NaN(), 0.04, 0.03, 0.5})
	for i, want := range []float64{0.04, math.NaN(), 0.09, 0.09, 0.5} {
		if math.Abs(got[i]-want) > 1e-12 || math.IsNaN(want) != math.IsNaN(got[i]) {
			t.Errorf("%d: %v, want %v", i, got[i], want)
		}
	}
}

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
