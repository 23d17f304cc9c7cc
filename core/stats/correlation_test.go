package stats_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat"
	"pgregory.net/rapid"

	"github.com/sudokuctl/sudokuctl/core/stats"
)

func TestSpearman(t *testing.T) {
	for _, c := range []struct {
		x, y []float64
		want float64
	}{
		{[]float64{1, 2, 3}, []float64{10, 200, 3000}, 1},
		{[]float64{1, 2, 3}, []float64{3, 2, 1}, -1},
		// Ties share the mean of their ranks: 1, 2.5, 2.5, 4 against 1, 2, 3, 4.
		{[]float64{1, 2, 2, 3}, []float64{1, 2, 3, 4}, 0.9486832980505138},
		{[]float64{1, 1}, []float64{1, 2}, math.NaN()},
	} {
		got := stats.Spearman(c.x, c.y)
		if math.Abs(got-c.want) > 1e-12 || math.IsNaN(got) != math.IsNaN(c.want) {
			t.Errorf("spearman(%v, %v) = %v, want %v", c.x, c.y, got, c.want)
		}
	}
}

// TestSpearmanAgreesWithGonum compares values without ties, whose ranks are their places.
func TestSpearmanAgreesWithGonum(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	for n := 2; n < 60; n++ {
		x, y := make([]float64, n), make([]float64, n)
		for i, rank := range r.Perm(n) {
			x[i], y[i] = float64(i), float64(rank)
		}
		if got, want := stats.Spearman(x, y), stat.Correlation(x, y, nil); math.Abs(got-want) > 1e-12 {
			t.Errorf("%d points: %v, want %v", n, got, want)
		}
	}
}

func TestSpearmanSeesOnlyOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := rapid.SliceOfN(rapid.Float64Range(-50, 50), 3, 40).Draw(t, "x")
		y := rapid.SliceOfN(rapid.Float64Range(-50, 50), len(x), len(x)).Draw(t, "y")
		bent := make([]float64, len(x))
		for i, v := range x {
			bent[i] = 3*v + 7
		}
		a, b, c := stats.Spearman(x, y), stats.Spearman(y, x), stats.Spearman(bent, y)
		if math.Abs(a-b) > 1e-9 || a > 1+1e-9 || a < -1-1e-9 {
			t.Errorf("%v and %v", a, b)
		}
		if slices.Equal(order(x), order(bent)) && math.Abs(a-c) > 1e-9 {
			t.Errorf("%v became %v", a, c)
		}
	})
}

// order compares each pair of values, so that rounding that makes two values equal shows.
func order(values []float64) []bool {
	var less []bool
	for _, a := range values {
		for _, b := range values {
			less = append(less, a < b)
		}
	}
	return less
}

func TestPartial(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	var x, y, z []float64
	for range 4000 {
		common := r.NormFloat64()
		z = append(z, common)
		x, y = append(x, common+r.NormFloat64()), append(y, common+r.NormFloat64())
	}
	if r := stats.Partial(x, y, z); math.Abs(r) > 0.05 {
		t.Errorf("given what they have in common: %.3f", r)
	}
	if r := stats.Partial(x, x, z); math.Abs(r-1) > 1e-9 {
		t.Errorf("with itself: %.3f", r)
	}
	if r := stats.Partial(x, z, z); !math.IsNaN(r) {
		t.Errorf("given itself: %.3f", r)
	}
}

func TestExponent(t *testing.T) {
	x := []float64{4, 9, 16, 25}
	cubes := make([]float64, len(x))
	for i, v := range x {
		cubes[i] = 0.02 * v * v * v
	}
	if e, half := stats.Exponent(x, cubes); math.Abs(e-3) > 1e-12 || half > 1e-6 {
		t.Errorf("cubes: %v ± %v", e, half)
	}
	for name, bad := range map[string][2][]float64{
		"two points": {{1, 2}, {1, 2}}, "equal x": {{3, 3, 3}, {1, 2, 3}}, "none": {nil, nil},
	} {
		if e, half := stats.Exponent(bad[0], bad[1]); !math.IsNaN(e) || !math.IsNaN(half) {
			t.Errorf("%s: %v ± %v, want NaN", name, e, half)
		}
	}
}

// TestExponentAgreesWithGonum compares with a regression of the logarithms, and counts how often the interval holds
// the exponent that made the points.
func TestExponentAgreesWithGonum(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	const trials, points, exponent = 2000, 60, 2.5
	held := 0
	for range trials {
		x, y := make([]float64, points), make([]float64, points)
		lx, ly := make([]float64, points), make([]float64, points)
		for i := range x {
			x[i] = float64(4 + r.IntN(22))
			y[i] = 0.1 * math.Pow(x[i], exponent) * math.Exp(0.3*r.NormFloat64())
			lx[i], ly[i] = math.Log(x[i]), math.Log(y[i])
		}
		e, half := stats.Exponent(x, y)
		if _, want := stat.LinearRegression(lx, ly, nil, false); math.Abs(e-want) > 1e-9 {
			t.Fatalf("%v, want %v", e, want)
		}
		if math.Abs(e-exponent) <= half {
			held++
		}
	}
	if share := float64(held) / trials; share < 0.93 || share > 0.97 {
		t.Errorf("%.3f of the intervals hold the exponent, want 0.95", share)
	}
}
