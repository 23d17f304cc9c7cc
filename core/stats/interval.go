package stats

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// Between returns the standard deviation of a probability from group to group, of which hits[i] of n trials in group i
// are a sample: the deviation of the shares less what chance alone makes of it; 0 if chance makes as much.
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

// Holm returns probabilities of tests made together, each so adjusted (Holm 1979) that below 0.05 it would be so by
// chance in one of twenty such families; NaN stays and does not count.
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

// A Share is how many of some trials succeeded, with an interval for how likely success is.
type Share struct {
	Hits   int64   `json:"hits"`
	Trials int64   `json:"trials"`
	Value  float64 `json:"value"` // 0 without trials
	Low    float64 `json:"low"`   // of the 95 % interval
	High   float64 `json:"high"`
}

// ShareOf returns the share of hits among trials with the 95 % interval of Wilson (1927), which holds for few trials
// and near 0 and 1 too. Without trials nothing is known: the interval is 0 to 1.
func ShareOf(hits, trials int64) Share {
	s := Share{Hits: hits, Trials: trials, High: 1}
	if trials == 0 {
		return s
	}
	const z = 1.959963984540054 // the 97.5 % quantile of the normal distribution
	n, p := float64(trials), float64(hits)/float64(trials)
	centre, spread := p+z*z/(2*n), z*math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	s.Value, s.Low, s.High = p, (centre-spread)/(1+z*z/n), (centre+spread)/(1+z*z/n)
	if hits == 0 {
		s.Low = 0
	}
	if hits == trials {
		s.High = 1
	}
	return s
}

// String returns "93.8 % (91.2–95.7)", and "-" without trials.
func (s Share) String() string {
	if s.Trials == 0 {
		return "-"
	}
	return fmt.Sprintf("%.1f %% (%.1f–%.1f)", 100*s.Value, 100*s.Low, 100*s.High)
}

// SameShare returns how probable it is that two samples, in which k1 of n1 and k2 of n2 have a property, differ at
// least as much as they do if both come from the same population: Fisher's exact test, two-sided.
func SameShare(k1, n1, k2, n2 int) float64 {
	all, has := n1+n2, k1+k2
	logProbability := func(k int) float64 {
		return logChoose(n1, k) + logChoose(n2, has-k) - logChoose(all, has)
	}
	seen := logProbability(k1)
	const rounding = 1e-7
	total := 0.0
	for k := max(0, has-n2); k <= min(n1, has); k++ {
		if p := logProbability(k); p <= seen+rounding {
			total += math.Exp(p)
		}
	}
	return min(1, total)
}

func logChoose(n, k int) float64 {
	factorial := func(m int) float64 {
		v, _ := math.Lgamma(float64(m) + 1)
		return v
	}
	return factorial(n) - factorial(k) - factorial(n-k)
}

// SameMean returns how probable it is that two large samples with these means, standard deviations and sizes differ
// at least as much as they do if both come from populations of the same mean: Welch's test in the normal
// approximation, two-sided. It is NaN if a sample does not vary or has fewer than 30 values, where that is no test.
func SameMean(mean1, deviation1 float64, n1 int, mean2, deviation2 float64, n2 int) float64 {
	if deviation1 == 0 || deviation2 == 0 || min(n1, n2) < 30 {
		return math.NaN()
	}
	variance := deviation1*deviation1/float64(n1) + deviation2*deviation2/float64(n2)
	return math.Erfc(math.Abs(mean1-mean2) / math.Sqrt(2*variance))
}
