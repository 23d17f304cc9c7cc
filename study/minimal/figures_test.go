package minimal

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestIntervals expects the usual interval of a mean, and that weights undo a sampling bias.
func TestIntervals(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	s := newSample(controlledBias, mostGroups)
	const chunks, chunk = mostGroups, 200
	sum, squares := 0.0, 0.0
	for i := range chunks {
		c := newTally()
		for range chunk {
			x := rng.NormFloat64()
			sum, squares = sum+x, squares+x*x
			c.count(24+rng.IntN(3), grades(x))
		}
		s.add(i, c)
	}
	n := float64(chunks * chunk)
	v := newView(s, alike)
	f := v.figure(func(p *sums) float64 { return p.mean(se) })
	want := 1.96 * math.Sqrt((squares/n-sum/n*sum/n)/n)
	if math.Abs(f.value-sum/n) > 1e-12 || math.Abs(f.half/want-1) > 0.3 {
		t.Errorf("mean %v ± %v, want %v ± %v", f.value, f.half, sum/n, want)
	}
	even := newView(s, func(n int) float64 { return map[int]float64{24: 1}[n] })
	if got := even.share(24).value; got != 1 {
		t.Errorf("with weight 0 for all others %v of the puzzles have 24 clues", got)
	}
}

// TestFewGroupsHaveNoInterval expects a figure alone.
func TestFewGroupsHaveNoInterval(t *testing.T) {
	s := newSample(carved, 1)
	c := newTally()
	c.count(24, grades(2))
	c.count(25, grades(4))
	s.add(0, c)
	f := newView(s, alike).figure(func(p *sums) float64 { return p.mean(se) })
	if f.text(1) != "3.0" || f.percent() != "300.00" {
		t.Errorf("%s, %s", f.text(1), f.percent())
	}
}
