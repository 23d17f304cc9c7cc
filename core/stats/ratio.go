package stats

import (
	"context"
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
	Low, High float64 // 95 % interval
	Puzzles   int
}

const resamples = 1000

// fewPairs is up to how many puzzles Compare resamples. Of more, means are close enough to normally distributed, and to
// resample a million takes a minute.
const fewPairs = 10_000

// Compare returns how many times faster than solver b solver a is; one beside itself is as fast. The interval comes
// from a paired bootstrap (Efron & Tibshirani 1993, ch. 13): puzzles are drawn with replacement a thousand times, with
// a fixed seed. Above ten thousand puzzles it is that of the logarithm of the ratio of two means by the delta method.
// The only error is that of ctx.
func (t *Table) Compare(ctx context.Context, a, b int) (Ratio, error) {
	x, y := t.Pairs(a, b)
	sx, sy := sum(x), sum(y)
	switch {
	case len(x) == 0 || sx == 0:
		return Ratio{Value: math.NaN(), Low: math.NaN(), High: math.NaN()}, nil
	case a == b:
		return Ratio{Value: 1, Low: 1, High: 1, Puzzles: len(x)}, nil
	}
	r := Ratio{Value: sy / sx, Puzzles: len(x)}
	if len(x) > fewPairs && sy > 0 {
		half := 1.96 * logRatioError(x, y)
		r.Low, r.High = r.Value*math.Exp(-half), r.Value*math.Exp(half)
		return r, nil
	}
	return r, r.resample(ctx, x, y)
}

// resample sets the interval by the bootstrap.
func (r *Ratio) resample(ctx context.Context, x, y []float64) error {
	random := rand.New(rand.NewPCG(1, uint64(len(x))))
	ratios := make([]float64, resamples)
	for i := range ratios {
		if err := ctx.Err(); err != nil {
			return err
		}
		var sx, sy float64
		for range x {
			k := random.IntN(len(x))
			sx, sy = sx+x[k], sy+y[k]
		}
		ratios[i] = sy / sx
	}
	slices.Sort(ratios)
	r.Low, r.High = Quantile(ratios, 0.025), Quantile(ratios, 0.975)
	return nil
}

// logRatioError returns the standard error of the logarithm of mean(y) / mean(x), of pairs: by the delta method the
// variance of the mean of y/mean(y) - x/mean(x).
func logRatioError(x, y []float64) float64 {
	meanX, meanY, squares := Mean(x), Mean(y), 0.0
	for i := range x {
		d := y[i]/meanY - x[i]/meanX
		squares += d * d
	}
	n := float64(len(x))
	return math.Sqrt(squares / (n - 1) / n)
}

// RatioOfMeans compares the means of two samples: how many times smaller that of a is than that of b. The interval is
// one standard deviation to either side, as the deviations of both propagate; NaN with fewer than two values.
func RatioOfMeans(a, b []float64) Ratio {
	meanA, meanB := Mean(a), Mean(b)
	value := meanB / meanA
	sd := value * math.Hypot(Deviation(a)/meanA, Deviation(b)/meanB)
	return Ratio{Value: value, Low: max(0, value-sd), High: value + sd, Puzzles: len(a)}
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
