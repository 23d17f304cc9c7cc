package stats

import (
	"cmp"
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
	// trimmed sum of times of the second / that of the first; NaN if nothing can be compared
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
// Of a thousand puzzles or more the slowest thousandth of each solver is left out. The only error is that of ctx.
func (t *Table) Compare(ctx context.Context, a, b int) (Ratio, error) {
	x, y := t.Pairs(a, b)
	r := Ratio{Value: math.NaN(), Low: math.NaN(), High: math.NaN(), Puzzles: len(x)}
	if a == b && sum(x) > 0 {
		r.Value, r.Low, r.High = 1, 1, 1
		return r, nil
	}
	x, y = trimPairs(x, y)
	sx, sy := sum(x), sum(y)
	if sx == 0 {
		r.Puzzles = 0
		return r, nil
	}
	r.Value = sy / sx
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

// String returns the share with its 95 % interval, "93.8 % (91.2–95.7)", and "-" without trials.
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

// logChoose returns the logarithm of a binomial coefficient.
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

// pearson returns the correlation of two columns, NaN if one is constant.
func pearson(x, y []float64) float64 {
	xy, xx, yy := products(x, y)
	if xx == 0 || yy == 0 {
		return math.NaN()
	}
	return xy / math.Sqrt(xx*yy)
}

// Partial returns Spearman's rank correlation of x and y given z: how far they agree beyond their agreement with z. It
// is NaN if one of them is constant or follows z exactly.
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
