package search

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestEstimate(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for line, want := range map[string]float64{
		"4:................": 288, "4/l:................": 576, "6:....................................": 28200960,
		"4:1...1...........": 0, "4:~cage=3:r1c12~thermo:r3c123": 8,
		"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79": 1,
	} {
		p := parse(t, line)
		e := New(p.Geometry())
		if p.Constraints() != nil {
			found, _ := e.Count(p, 1000, 1000, nil)
			want = float64(found)
		}
		e.Guess = nil
		if mean, deviation := e.Estimate(p, 4000, rng); math.Abs(mean-want) > 5*deviation+1e-9 {
			t.Errorf("%s: %.1f ± %.1f solutions instead of %.0f", line, mean, deviation, want)
		}
	}
	p := parse(t, "4:................")
	e := New(p.Geometry())
	e.Guess = func() bool { return false }
	if _, deviation := e.Estimate(p, 10, rng); !math.IsInf(deviation, 1) {
		t.Error("an estimate without a dive claims to be good")
	}
}
