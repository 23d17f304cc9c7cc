package stats

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestWithinSeesThroughGroups has y follow x only by the group, then only inside groups.
func TestWithinSeesThroughGroups(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	var x, byGroup, inside []float64
	var group []int
	for i := range 4000 {
		g, e := i%8, rng.NormFloat64()
		group = append(group, g)
		x = append(x, float64(g)+e)
		byGroup = append(byGroup, float64(g)+rng.NormFloat64())
		inside = append(inside, e-float64(g)+rng.NormFloat64())
	}
	if c := Correlated(x, byGroup); c.Low < 0.7 {
		t.Errorf("overall %v", c)
	}
	if c := Within(x, byGroup, group); c.Low > 0 || c.High < 0 || c.High-c.Low > 0.08 {
		t.Errorf("within groups, of nothing: %v", c)
	}
	if c := Within(x, inside, group); c.Low < 0.6 {
		t.Errorf("within groups: %v", c)
	}
	if c := Within(x[:3], x[:3], group[:3]); !math.IsNaN(c.R) || c.String() != "-" {
		t.Errorf("of single points: %v", c)
	}
}

// TestIntervalsHoldTheTruth draws samples of nothing in common: 95 % of the intervals must hold 0, and likewise for a mean.
func TestIntervalsHoldTheTruth(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 1))
	const rounds = 1000
	correlations, means := 0, 0
	for range rounds {
		x, y := make([]float64, 40), make([]float64, 40)
		for i := range x {
			x[i], y[i] = rng.NormFloat64(), rng.NormFloat64()
		}
		if c := Correlated(x, y); c.Low <= 0 && c.High >= 0 {
			correlations++
		}
		var without []float64
		for i := range x {
			without = append(without, (Mean(x)*40-x[i])/39)
		}
		if half := Jackknife(without); math.Abs(Mean(x)) <= half {
			means++
		}
	}
	for _, held := range []int{correlations, means} {
		if share := ShareOf(int64(held), rounds); share.High < 0.93 || share.Low > 0.97 {
			t.Errorf("an interval of 95 %% holds the truth in %v", share)
		}
	}
	if !math.IsNaN(Jackknife([]float64{1, 2})) {
		t.Error("two groups make an interval")
	}
}

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

// TestMeanInterval compares with tables of Student's distribution.
func TestMeanInterval(t *testing.T) {
	for n, want := range map[int]float64{2: 12.706, 3: 4.303, 11: 2.228, 17: 2.120, 31: 2.042, 121: 1.980} {
		values := make([]float64, n)
		for i := range values {
			values[i] = float64(i % 2)
		}
		mean, half := MeanInterval(values)
		if got := half * math.Sqrt(float64(n)) / Deviation(values); math.Abs(got-want) > .005 || mean != Mean(values) {
			t.Errorf("%d values: %.3f, want %.3f", n, got, want)
		}
	}
	if mean, half := MeanInterval([]float64{3}); mean != 3 || !math.IsNaN(half) {
		t.Errorf("one value: %v ± %v", mean, half)
	}
}
