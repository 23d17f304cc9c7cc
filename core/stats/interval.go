package stats

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// A Correlation is Spearman's with a 95 % interval.
type Correlation struct {
	N              int
	R              float64 // NaN if there are too few points, or one side is constant
	Low, High      float64
	lostToGrouping int
}

// Correlated returns Spearman's correlation of x and y with the interval of Fisher's transformation, its variance times
// 1.06 as Fieller, Hartley & Pearson (1957) have it for ranks.
func Correlated(x, y []float64) Correlation {
	return interval(Correlation{N: len(x), R: Spearman(x, y)})
}

// Within returns the correlation of x and y among points of equal group: ranks are taken in each group alone, and their
// distances from its middle pooled. It says what is left between x and y if the group is known, with no assumption about
// how either depends on it.
func Within(x, y []float64, group []int) Correlation {
	members := map[int][]int{}
	for i, g := range group {
		members[g] = append(members[g], i)
	}
	dx, dy := make([]float64, len(x)), make([]float64, len(y))
	for _, all := range members {
		for _, side := range []struct{ from, to []float64 }{{x, dx}, {y, dy}} {
			values := make([]float64, len(all))
			for k, i := range all {
				values[k] = side.from[i]
			}
			for k, r := range ranks(values) {
				side.to[all[k]] = (r - float64(len(all)+1)/2) / float64(len(all))
			}
		}
	}
	return interval(Correlation{N: len(x), R: pearson(dx, dy), lostToGrouping: len(members) - 1})
}

func interval(c Correlation) Correlation {
	free := float64(c.N - c.lostToGrouping - 3)
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

// Jackknife returns half the width of the 95 % interval of an estimate, from what it is without each of some groups of
// equal size; NaN for fewer than ten. It needs no formula for each estimate, and allows for what a group has in common.
func Jackknife(without []float64) float64 {
	n := float64(len(without))
	if n < 10 {
		return math.NaN()
	}
	mean, squares := Mean(without), 0.0
	for _, x := range without {
		squares += (x - mean) * (x - mean)
	}
	return 1.96 * math.Sqrt(squares*(n-1)/n)
}

// Between returns the standard deviation of a probability from group to group, of which hits[i] of n trials in group i are
// a sample: the deviation of the shares less what chance alone makes of it; 0 if chance makes as much.
func Between(hits []int, n int) float64 {
	var shares []float64
	chance := 0.0
	for _, k := range hits {
		p := float64(k) / float64(n)
		shares = append(shares, p)
		chance += p * (1 - p) / float64(n-1) / float64(len(hits))
	}
	d := Deviation(shares)
	return math.Sqrt(max(0, d*d-chance))
}

// Holm returns probabilities of tests made together, each so adjusted (Holm 1979) that below 0.05 it would be so by chance
// in one of twenty such families; NaN stays and does not count.
func Holm(p []float64) []float64 {
	order := make([]int, 0, len(p))
	adjusted := slices.Clone(p)
	for i, v := range p {
		if !math.IsNaN(v) {
			order = append(order, i)
		}
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(p[a], p[b]) })
	least := 0.0
	for k, i := range order {
		least = max(least, min(1, p[i]*float64(len(order)-k)))
		adjusted[i] = least
	}
	return adjusted
}

// student has the 97.5 % quantiles of Student's distribution with 1, 2, … degrees of freedom.
var student = []float64{12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131, 2.120}

// MeanInterval returns the mean of values and half of its 95 % interval, by Student's distribution. Half is NaN for fewer than two.
func MeanInterval(values []float64) (mean, half float64) {
	n := len(values)
	if n < 2 {
		return Mean(values), math.NaN()
	}
	t := 1.96 + 2.4/float64(n-1) // right to two digits
	if n-2 < len(student) {
		t = student[n-2]
	}
	return Mean(values), t * Deviation(values) / math.Sqrt(float64(n))
}
