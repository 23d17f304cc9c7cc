package stats

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// Spearman returns the rank correlation of x and y, which have equal lengths: Pearson's of the ranks, equal
// values sharing the mean of their ranks. NaN for fewer than two points or if one side is constant.
func Spearman(x, y []float64) float64 { return pearson(ranks(x), ranks(y)) }

// ranks returns the rank of each value from 1.
func ranks(values []float64) []float64 {
	order := make([]int, len(values))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(values[a], values[b]) })
	r := make([]float64, len(values))
	for from := 0; from < len(order); {
		to := from + 1
		for to < len(order) && values[order[to]] == values[order[from]] {
			to++
		}
		for _, i := range order[from:to] {
			r[i] = float64(from+to+1) / 2
		}
		from = to
	}
	return r
}

// products returns the sums of the products of the distances from the means.
func products(x, y []float64) (xy, xx, yy float64) {
	mx, my := Mean(x), Mean(y)
	for i := range x {
		dx, dy := x[i]-mx, y[i]-my
		xy, xx, yy = xy+dx*dy, xx+dx*dx, yy+dy*dy
	}
	return xy, xx, yy
}

func pearson(x, y []float64) float64 {
	xy, xx, yy := products(x, y)
	if xx == 0 || yy == 0 {
		return math.NaN()
	}
	return xy / math.Sqrt(xx*yy)
}

// Partial returns Spearman's rank correlation of x and y given z: what they have in common beyond what both
// have in common with z. It is NaN if one of them is constant or follows z exactly.
func Partial(x, y, z []float64) float64 {
	xy, xz, yz := Spearman(x, y), Spearman(x, z), Spearman(y, z)
	rest := (1 - xz*xz) * (1 - yz*yz)
	if rest < 1e-12 {
		return math.NaN()
	}
	return (xy - xz*yz) / math.Sqrt(rest)
}

// A Correlation is Spearman's with a 95 % interval.
type Correlation struct {
	N         int
	R         float64 // NaN if there are too few points, or one side is constant
	Low, High float64
}

// Correlated returns Spearman's correlation of x and y with the interval of Fisher's transformation, its variance times
// 1.06 as Fieller, Hartley & Pearson (1957) have it for ranks.
func Correlated(x, y []float64) Correlation {
	return interval(Correlation{N: len(x), R: Spearman(x, y)})
}

func interval(c Correlation) Correlation {
	free := float64(c.N - 3)
	if free <= 0 || math.IsNaN(c.R) {
		c.Low, c.High = math.NaN(), math.NaN()
		return c
	}
	half := 1.959963984540054 * math.Sqrt(1.06/free)
	z := math.Atanh(max(-1+1e-12, min(1-1e-12, c.R)))
	c.Low, c.High = math.Tanh(z-half), math.Tanh(z+half)
	return c
}

// String returns "0.25 (0.21–0.29)", and "-" without a correlation.
func (c Correlation) String() string {
	switch {
	case math.IsNaN(c.R):
		return "-"
	case math.IsNaN(c.Low):
		return fmt.Sprintf("%.3f", c.R)
	}
	return fmt.Sprintf("%.3f (%.3f to %.3f)", c.R, c.Low, c.High)
}
