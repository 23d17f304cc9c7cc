package stats

import (
	"cmp"
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

// Exponent fits y = c·x^e to points with positive coordinates, by least squares of the logarithms. It returns e and
// half of its 95 % interval, which takes the logarithms' deviations for normal ones and more than a few points. Both
// are NaN for fewer than three points or if all x are equal.
func Exponent(x, y []float64) (e, half float64) {
	var lx, ly []float64
	for i := range x {
		lx, ly = append(lx, math.Log(x[i])), append(ly, math.Log(y[i]))
	}
	xy, xx, yy := products(lx, ly)
	if len(x) < 3 || xx == 0 {
		return math.NaN(), math.NaN()
	}
	e = xy / xx
	rest := max(0, yy-e*xy) / float64(len(x)-2)
	return e, 1.96 * math.Sqrt(rest/xx)
}
