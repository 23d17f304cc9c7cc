package stats

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
)

// Ratio compares two solvers: how many times the time of the first the second needs, over the puzzles
// that both decided.
type Ratio struct {
	// sum of times of the second / sum of times of the first; NaN if nothing can be compared
	Value     float64
	Low, High float64 // 95 % bootstrap interval
	Puzzles   int
}

const resamples = 1000

// Compare returns how many times faster than solver b solver a is. The interval comes from a paired bootstrap
// (Efron & Tibshirani 1993, ch. 13): puzzles are drawn with replacement a thousand times, with a fixed seed.
func (t *Table) Compare(a, b int) Ratio {
	x, y := t.Pairs(a, b)
	r := Ratio{Value: sum(y) / sum(x), Puzzles: len(x)}
	if len(x) == 0 || sum(x) == 0 {
		return Ratio{Value: math.NaN(), Low: math.NaN(), High: math.NaN()}
	}
	random := rand.New(rand.NewPCG(1, uint64(len(x))))
	ratios := make([]float64, resamples)
	for i := range ratios {
		var sx, sy float64
		for range x {
			k := random.IntN(len(x))
			sx, sy = sx+x[k], sy+y[k]
		}
		ratios[i] = sy / sx
	}
	slices.Sort(ratios)
	r.Low, r.High = Quantile(ratios, 0.025), Quantile(ratios, 0.975)
	return r
}

// RatioOfMeans compares the means of two samples: how many times smaller that of a is than that of b. The interval is one
// standard deviation to either side, as the deviations of both propagate; NaN with fewer than two values.
func RatioOfMeans(a, b []float64) Ratio {
	meanA, meanB := Mean(a), Mean(b)
	value := meanB / meanA
	sd := value * math.Hypot(Deviation(a)/meanA, Deviation(b)/meanB)
	return Ratio{Value: value, Low: value - sd, High: value + sd, Puzzles: len(a)}
}

// String returns "2.7 ± 0.2 times faster than" or, below 1, "1.5 ± 0.1 times slower than". The second number
// is half of the interval. An interval wider than half of the value is written as such, "20 to 600 times
// slower than", with its ends below 1 if it is not even sure which is faster.
func (r Ratio) String() string {
	value, low, high, word := r.Value, r.Low, r.High, "faster"
	if math.IsNaN(value) {
		return "not comparable with"
	}
	if value < 1 {
		value, low, high, word = 1/value, 1/high, 1/low, "slower"
	}
	half := (high - low) / 2
	if math.IsNaN(half) {
		return fmt.Sprintf("%s times %s than", twoDigits(value), word)
	}
	if half > value/4 {
		return fmt.Sprintf("%s to %s times %s than", twoDigits(low), twoDigits(high), word)
	}
	digits := 1
	if half > 0 {
		digits = max(0, min(4, int(math.Ceil(-math.Log10(half)))))
	}
	return fmt.Sprintf("%.*f ± %.*f times %s than", digits, value, digits, half, word)
}

// Short returns the same as short as a narrow column needs it: "2.7 ± 0.2× faster", "20–600× slower".
func (r Ratio) Short() string {
	return strings.NewReplacer(" to ", "–", " times ", "× ", " than", "").Replace(r.String())
}

// twoDigits writes two significant digits without an exponent: "0.53", "2.0", "610".
func twoDigits(v float64) string {
	if v <= 0 || math.IsInf(v, 0) {
		return fmt.Sprint(v)
	}
	scale := math.Pow(10, math.Floor(math.Log10(v))-1)
	return fmt.Sprintf("%.*f", max(0, int(math.Ceil(-math.Log10(scale)-1e-9))), math.Round(v/scale)*scale)
}
