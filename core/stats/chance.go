package stats

import "math"

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
// approximation, two-sided. It is NaN if neither sample varies.
func SameMean(mean1, deviation1 float64, n1 int, mean2, deviation2 float64, n2 int) float64 {
	variance := deviation1*deviation1/float64(n1) + deviation2*deviation2/float64(n2)
	if variance == 0 {
		return math.NaN()
	}
	return math.Erfc(math.Abs(mean1-mean2) / math.Sqrt(2*variance))
}
