package stats_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/sudokuctl/sudokuctl/core/stats"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"gonum.org/v1/gonum/stat"
)

func sample(solver string, puzzle int64, v sudoku.Verdict, self time.Duration) stats.Sample {
	return stats.Sample{Solver: solver, Puzzle: puzzle, Verdict: v, Self: self}
}

// few: a decides all three, b is slower and gives up once, c claims something else.
var few = []stats.Sample{
	sample("a", 1, sudoku.Unique, 10), sample("a", 2, sudoku.Unique, 20), sample("a", 3, sudoku.Multiple, 90),
	sample("b", 1, sudoku.Unique, 30), sample("b", 2, sudoku.Unknown, 5), sample("b", 3, sudoku.Solved, 60),
	sample("c", 1, sudoku.Impossible, 40), sample("c", 2, sudoku.Unsupported, 0),
}

func TestSummarize(t *testing.T) {
	got := stats.Summarize(slices.Values(few))
	if len(got) != 3 || got[0].Solver != "a" || got[2].Solver != "c" {
		t.Fatalf("summaries %+v", got)
	}
	a, b, c := got[0], got[1], got[2]
	want := stats.Times{Median: 20, Mean: 40, P99: 88, Sum: 120}
	if a.Self != want {
		t.Errorf("times of a: %v, want %v", a.Self, want)
	}
	if a.Decided() != 3 || b.Decided() != 2 || c.Decided() != 1 || c.Verdicts[sudoku.Unsupported] != 1 {
		t.Errorf("decided %d, %d, %d", a.Decided(), b.Decided(), c.Decided())
	}
	if math.Abs(a.PerSecondSelf-25e6) > 1 {
		t.Errorf("%v a second, want 25 million", a.PerSecondSelf)
	}
}

func TestQuantile(t *testing.T) {
	for q, want := range map[float64]float64{0: 1, 0.5: 2.5, 0.25: 1.75, 1: 4} {
		if got := stats.Quantile([]float64{1, 2, 3, 4}, q); got != want {
			t.Errorf("quantile %v is %v, want %v", q, got, want)
		}
	}
	if !math.IsNaN(stats.Quantile(nil, 0.5)) {
		t.Error("nothing has a median")
	}
}

func TestMeanAndDeviationAgreeWithGonum(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for n := range 50 {
		values := make([]float64, n)
		for i := range values {
			values[i] = 100 * r.NormFloat64()
		}
		for name, pair := range map[string][2]float64{
			"mean":      {stats.Mean(values), stat.Mean(values, nil)},
			"deviation": {stats.Deviation(values), stat.StdDev(values, nil)},
		} {
			if got, want := pair[0], pair[1]; n > 1 && math.Abs(got-want) > 1e-12*math.Abs(want) {
				t.Errorf("%s of %d values: %v, want %v", name, n, got, want)
			}
		}
	}
	if d := stats.Deviation([]float64{1}); !math.IsNaN(d) {
		t.Errorf("deviation of one value: %v", d)
	}
}

func TestTimes(t *testing.T) {
	got := stats.NewTimes([]time.Duration{90, 10, 20})
	if want := (stats.Times{Median: 20, Mean: 40, P99: 88, Sum: 120}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	if got := stats.NewTimes(nil); got != (stats.Times{}) {
		t.Errorf("of nothing: %+v", got)
	}
	for want, times := range map[time.Duration][]time.Duration{0: nil, 7: {7}, 6: {9, 3}, 3: {9, 3, 1}} {
		if got := stats.MedianTime(times); got != want {
			t.Errorf("median of %v: %v, want %v", times, got, want)
		}
	}
}

// TestTrimmedMean leaves out the slowest of a thousand times, and none of fewer.
func TestTrimmedMean(t *testing.T) {
	times := make([]time.Duration, 1000)
	for i := range times {
		times[i] = 5
	}
	times[17] = time.Second
	if mean := stats.TrimmedMean(times); mean != 5 {
		t.Errorf("the mean of a thousand times is %g", mean)
	}
	if mean := stats.TrimmedMean(times[1:]); mean < 1e6 {
		t.Errorf("the mean of 999 times is %g", mean)
	}
}
