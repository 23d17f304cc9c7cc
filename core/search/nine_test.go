package search

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// One sweep over a plain 9×9 finds what its houses and their crossings find one by one.
func TestNine(t *testing.T) {
	for _, line := range []string{"9:~thermo:r1c123", "9+x:~thermo:r1c123"} {
		p := parse(t, line)
		swept, plain := New(p.Geometry()), New(p.Geometry())
		if swept.frame.nine == nil {
			t.Fatalf("%s is not swept", line)
		}
		plain.frame.nine, plain.frame.swept = nil, make([]bool, len(plain.frame.houses))
		rng := rand.New(rand.NewPCG(1, 2))
		for range 300 {
			swept.Load(p)
			plain.Load(p)
			for alive := swept.Propagate() && plain.Propagate(); alive && swept.Open() > 0; {
				if !slices.Equal(swept.cand, plain.cand) {
					t.Fatalf("%s: %b instead of %b", line, swept.cand, plain.cand)
				}
				cell, digit := rng.IntN(81), rng.IntN(9)+1
				alive = swept.Strike(cell, digit) && swept.Propagate()
				if want := plain.Strike(cell, digit) && plain.Propagate(); alive != want {
					t.Fatalf("%s: %v instead of %v", line, alive, want)
				}
			}
		}
	}
}
