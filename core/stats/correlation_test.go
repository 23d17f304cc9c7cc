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
