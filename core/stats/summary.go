// Package stats says what results mean: pure functions over numbers and over the answers of solvers.
//
// # Words
//
//   - A [Sample] is one answer of one solver to one puzzle; a puzzle that is repeated gives several.
//   - A [Summary] is what one solver did over all its samples.
//   - A [Table] has a [Cell] for each solver and puzzle, repetitions taken together by their median. What
//     compares solvers is a method of it: [Table.Compare], [Table.Wins], [Table.VirtualBest],
//     [Table.Disagreements].
//   - A puzzle is decided when a solver gave a solution, or proved that there is none.
//   - [Levels] divide numbers into groups with fuzzy borders.
package stats

import (
	"fmt"
	"iter"
	"maps"
	"math"
	"slices"
	"time"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Sample is one answer of one solver to one puzzle. A puzzle that a run repeats gives several.
type Sample struct {
	Solver   string // plugin id, with version and settings where several of them are compared
	Puzzle   int64
	Run      int64 // of a library that the sample is from, 0 if it is from none
	Verdict  sudoku.Verdict
	Found    int64         // solutions
	Self     time.Duration // time inside the algorithm
	Guesses  int64
	Measures []sudoku.Measure
}

// Summary says what one solver did, over all its samples.
type Summary struct {
	Solver        string
	Samples       int
	Verdicts      map[sudoku.Verdict]int
	Self          Times // of the samples with a verdict, timeouts included
	PerSecondSelf float64
	Measures      map[string]float64 // means over the samples that have them
}

// Decided returns how many samples hold a solution or a proof that there is none.
func (s *Summary) Decided() int {
	n := 0
	for v, count := range s.Verdicts {
		if decided(v) {
			n += count
		}
	}
	return n
}

// Summarize returns a summary for each solver, in order of first appearance.
func Summarize(samples iter.Seq[Sample]) []Summary {
	var order []*tally
	bySolver := map[string]*tally{}
	for x := range samples {
		t := bySolver[x.Solver]
		if t == nil {
			t = &tally{solver: x.Solver, verdicts: map[sudoku.Verdict]int{}, measures: map[string][]float64{}}
			bySolver[x.Solver] = t
			order = append(order, t)
		}
		t.add(x)
	}
	summaries := make([]Summary, len(order))
	for i, t := range order {
		summaries[i] = t.summary()
	}
	return summaries
}

// tally collects the samples of one solver.
type tally struct {
	solver   string
	samples  int
	verdicts map[sudoku.Verdict]int
	selfs    []time.Duration
	measures map[string][]float64
}

// add counts a sample.
func (t *tally) add(x Sample) {
	t.samples++
	t.verdicts[x.Verdict]++
	if x.Verdict == sudoku.Unsupported || x.Verdict == sudoku.Crashed {
		return
	}
	t.selfs = append(t.selfs, x.Self)
	for _, m := range x.Measures {
		t.measures[m.Name] = append(t.measures[m.Name], m.Value)
	}
}

// summary returns the summary of the samples so far.
func (t *tally) summary() Summary {
	s := Summary{Solver: t.solver, Samples: t.samples, Verdicts: t.verdicts, Measures: map[string]float64{}}
	for _, name := range slices.Sorted(maps.Keys(t.measures)) {
		s.Measures[name] = Mean(t.measures[name])
	}
	if len(t.selfs) == 0 {
		return s
	}
	s.Self = NewTimes(t.selfs)
	if s.Self.Sum > 0 {
		s.PerSecondSelf = float64(len(t.selfs)) / s.Self.Sum.Seconds()
	}
	return s
}

// Quantile returns the q-quantile, 0 ≤ q ≤ 1, of increasing values, interpolated between the two nearest
// (Hyndman & Fan 1996, type 7); NaN if there are none.
func Quantile(sorted []float64, q float64) float64 {
	if len(sorted) == 0 {
		return math.NaN()
	}
	at := q * float64(len(sorted)-1)
	low := int(at)
	if low+1 >= len(sorted) {
		return sorted[len(sorted)-1]
	}
	share := at - float64(low)
	return sorted[low]*(1-share) + sorted[low+1]*share
}

// Mean returns the arithmetic mean; NaN if there are no values.
func Mean(values []float64) float64 { return sum(values) / float64(len(values)) }

// trimFrom is from how many values on the largest thousandth is left out of a comparison.
const trimFrom = 1000

// TrimmedMean is Mean without the largest thousandth of a thousand values or more: times in which the machine did
// something else would outweigh thousands of others.
func TrimmedMean(times []time.Duration) float64 {
	sorted := slices.Sorted(slices.Values(times))
	total := time.Duration(0)
	sorted = sorted[:len(sorted)-len(sorted)/trimFrom]
	for _, d := range sorted {
		total += d
	}
	return float64(total) / float64(len(sorted))
}

// trimPairs leaves out the pairs in which one of the values is among the largest thousandth of its side.
func trimPairs(x, y []float64) (trimmedX, trimmedY []float64) {
	if len(x) < trimFrom {
		return x, y
	}
	mostX, mostY := trimBound(x), trimBound(y)
	for i := range x {
		if x[i] <= mostX && y[i] <= mostY {
			trimmedX, trimmedY = append(trimmedX, x[i]), append(trimmedY, y[i])
		}
	}
	return trimmedX, trimmedY
}

// trimBound returns the largest value that is not among the largest thousandth.
func trimBound(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[len(sorted)-1-len(sorted)/trimFrom]
}

// sum adds up values.
func sum(values []float64) float64 {
	total := 0.0
	for _, v := range values {
		total += v
	}
	return total
}

// Deviation returns the standard deviation of a sample; NaN if there are fewer than two values.
func Deviation(values []float64) float64 {
	mean, squares := Mean(values), 0.0
	for _, v := range values {
		squares += (v - mean) * (v - mean)
	}
	return math.Sqrt(squares / float64(len(values)-1))
}

// MedianTime returns the median of times in any order, 0 if there are none.
func MedianTime(times []time.Duration) time.Duration {
	switch n := len(times); n {
	case 0:
		return 0
	case 1:
		return times[0]
	default:
		sorted := slices.Sorted(slices.Values(times))
		return (sorted[(n-1)/2] + sorted[n/2]) / 2
	}
}

// Times sums up times of puzzles: the median for typical ones, P99 for the hard ones.
type Times struct {
	Median, Mean, P99, Sum time.Duration
}

// NewTimes sums up times in any order.
func NewTimes(times []time.Duration) Times {
	if len(times) == 0 {
		return Times{}
	}
	sorted := make([]float64, len(times))
	for i, d := range times {
		sorted[i] = float64(d)
	}
	slices.Sort(sorted)
	at := func(q float64) time.Duration { return time.Duration(Quantile(sorted, q)) }
	return Times{Median: at(0.5), Mean: time.Duration(Mean(sorted)), P99: at(0.99),
		Sum: time.Duration(sum(sorted))}
}

// Duration writes a time with three significant digits: "959ns", "13.8ms", "5.94s", "2m13s".
func Duration(d time.Duration) string {
	unit := time.Nanosecond
	for unit < 100*time.Second && d.Abs() >= 1000*unit {
		unit *= 10
	}
	return d.Round(unit).String()
}

// Figure writes a number with three significant digits and no exponent: "0.00312", "4.61", "37400".
func Figure(v float64) string {
	switch {
	case math.IsNaN(v) || math.IsInf(v, 0):
		return "-"
	case v == 0:
		return "0"
	}
	digits := max(0, 2-int(math.Floor(math.Log10(math.Abs(v)))))
	return fmt.Sprintf("%.*f", digits, v)
}
