package stats_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/stat"

	"github.com/sudokuctl/sudokuctl/core/stats"
)

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
