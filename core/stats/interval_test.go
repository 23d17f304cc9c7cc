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
