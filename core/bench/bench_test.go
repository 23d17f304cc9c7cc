package bench_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/sudokuctl/sudokuctl/core/bench"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

func sample(solver string, puzzle int64, v sudoku.Verdict, self time.Duration) bench.Sample {
	return bench.Sample{Solver: solver, Puzzle: puzzle, Verdict: v, Self: self}
}

// few: a decides all three, b is slower and gives up once, c claims something else.
var few = []bench.Sample{
	sample("a", 1, sudoku.Unique, 10), sample("a", 2, sudoku.Unique, 20), sample("a", 3, sudoku.Multiple, 90),
	sample("b", 1, sudoku.Unique, 30), sample("b", 2, sudoku.Unknown, 5), sample("b", 3, sudoku.Solved, 60),
	sample("c", 1, sudoku.Impossible, 40), sample("c", 2, sudoku.Unsupported, 0),
}

func TestSummarize(t *testing.T) {
	got := bench.Summarize(slices.Values(few))
	if len(got) != 3 || got[0].Solver != "a" || got[2].Solver != "c" {
		t.Fatalf("summaries %+v", got)
	}
	a, b, c := got[0], got[1], got[2]
	want := bench.Times{Median: 20, Mean: 40, P99: 88, Max: 90, Sum: 120}
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

func TestTableOfFew(t *testing.T) {
	table := bench.Tabulate(slices.Values(few))
	if d := cmp.Diff([][]int{{0, 2, 2}, {1, 0, 1}, {0, 0, 0}}, table.Wins()); d != "" {
		t.Errorf("wins (-want +got):\n%s", d)
	}
	puzzles, total, by := table.VirtualBest()
	want := []bench.Contribution{{Fastest: 2, Only: 1, Saved: 20}, {Fastest: 1, Saved: 30}, {}}
	if puzzles != 3 || total != 90 || !cmp.Equal(by, want) {
		t.Errorf("virtual best: %d puzzles in %v, %+v", puzzles, total, by)
	}
	d := table.Disagreements()
	if len(d) != 1 || d[0].Puzzle != 1 || d[0].Verdicts[2] != sudoku.Impossible {
		t.Errorf("disagreements %+v", d)
	}
}

func TestRepetitionsCountByTheirMedian(t *testing.T) {
	table := bench.Tabulate(slices.Values([]bench.Sample{sample("a", 1, sudoku.Unique, 7),
		sample("a", 1, sudoku.Unique, 900), sample("a", 1, sudoku.Unique, 9)}))
	if c := table.Cells[0][0]; c.Self != 9 || c.Repeats != 3 {
		t.Errorf("cell %+v", c)
	}
}

func TestCompareSaysHowMuchFaster(t *testing.T) {
	table := bench.Tabulate(slices.Values(madeUp(400)))
	fast, slow := table.Compare(0, 1), table.Compare(1, 0)
	if !(fast.Low < fast.Value && fast.Value < fast.High) || fast.Puzzles != 400 {
		t.Errorf("ratio %+v", fast)
	}
	if math.Abs(fast.Value*slow.Value-1) > 1e-9 {
		t.Errorf("%v is not the inverse of %v", fast.Value, slow.Value)
	}
	if !strings.HasSuffix(fast.String(), "times faster than") ||
		!strings.HasSuffix(slow.String(), "times slower than") {
		t.Errorf("%q and %q", fast, slow)
	}
	if again := table.Compare(0, 1); again != fast {
		t.Errorf("the same data gave %+v and %+v", fast, again)
	}
	nothing := bench.Tabulate(slices.Values(few[:0]))
	nothing.Solvers, nothing.Cells = []string{"a"}, [][]bench.Cell{nil}
	if r := nothing.Compare(0, 0); r.String() != "not comparable with" {
		t.Errorf("nothing compared: %q", r)
	}
}

func TestRatioText(t *testing.T) {
	for want, r := range map[string]bench.Ratio{
		"2.7 ± 0.2 times faster than":   {Value: 2.7, Low: 2.5, High: 2.9},
		"2.0 ± 0.2 times slower than":   {Value: 0.5, Low: 1 / 2.2, High: 1 / 1.8},
		"250 ± 10 times faster than":    {Value: 250, Low: 240, High: 260},
		"19 to 610 times slower than":   {Value: 1 / 170.0, Low: 1 / 612.0, High: 1 / 19.0},
		"0.52 to 3.0 times faster than": {Value: 1.5, Low: 0.524, High: 3},
		"1.00 ± 0.05 times faster than": {Value: 1, Low: 0.95, High: 1.05},
	} {
		if got := r.String(); got != want {
			t.Errorf("%+v: %q, want %q", r, got, want)
		}
	}
}

func TestSpearman(t *testing.T) {
	for _, c := range []struct {
		x, y []float64
		want float64
	}{
		{[]float64{1, 2, 3}, []float64{10, 200, 3000}, 1},
		{[]float64{1, 2, 3}, []float64{3, 2, 1}, -1},
		// Ties share the mean of their ranks: 1, 2.5, 2.5, 4 against 1, 2, 3, 4.
		{[]float64{1, 2, 2, 3}, []float64{1, 2, 3, 4}, 0.9486832980505138},
		{[]float64{1, 1}, []float64{1, 2}, math.NaN()},
	} {
		got := bench.Spearman(c.x, c.y)
		if math.Abs(got-c.want) > 1e-12 || math.IsNaN(got) != math.IsNaN(c.want) {
			t.Errorf("spearman(%v, %v) = %v, want %v", c.x, c.y, got, c.want)
		}
	}
}

func TestSpearmanSeesOnlyOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := rapid.SliceOfN(rapid.Float64Range(-50, 50), 3, 40).Draw(t, "x")
		y := rapid.SliceOfN(rapid.Float64Range(-50, 50), len(x), len(x)).Draw(t, "y")
		bent := make([]float64, len(x))
		for i, v := range x {
			bent[i] = 3*v + 7
		}
		a, b, c := bench.Spearman(x, y), bench.Spearman(y, x), bench.Spearman(bent, y)
		if math.Abs(a-b) > 1e-9 || a > 1+1e-9 || a < -1-1e-9 {
			t.Errorf("%v and %v", a, b)
		}
		if slices.Equal(order(x), order(bent)) && math.Abs(a-c) > 1e-9 {
			t.Errorf("%v became %v", a, c)
		}
	})
}

// order compares each pair of values, so that rounding that makes two values equal shows.
func order(values []float64) []bool {
	var less []bool
	for _, a := range values {
		for _, b := range values {
			less = append(less, a < b)
		}
	}
	return less
}

func TestQuantile(t *testing.T) {
	for q, want := range map[float64]float64{0: 1, 0.5: 2.5, 0.25: 1.75, 1: 4} {
		if got := bench.Quantile([]float64{1, 2, 3, 4}, q); got != want {
			t.Errorf("quantile %v is %v, want %v", q, got, want)
		}
	}
	if !math.IsNaN(bench.Quantile(nil, 0.5)) {
		t.Error("nothing has a median")
	}
}

func TestHereKnowsTheMachine(t *testing.T) {
	r := bench.Here("run")
	if r.GoVersion == "" || r.CPU == "" || r.OS == "" || r.Cores < 1 || r.Started.IsZero() {
		t.Errorf("run %+v", r)
	}
}

func TestPartial(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	var x, y, z []float64
	for range 4000 {
		common := r.NormFloat64()
		z = append(z, common)
		x, y = append(x, common+r.NormFloat64()), append(y, common+r.NormFloat64())
	}
	if r := bench.Partial(x, y, z); math.Abs(r) > 0.05 {
		t.Errorf("given what they have in common: %.3f", r)
	}
	if r := bench.Partial(x, x, z); math.Abs(r-1) > 1e-9 {
		t.Errorf("with itself: %.3f", r)
	}
	if r := bench.Partial(x, z, z); !math.IsNaN(r) {
		t.Errorf("given itself: %.3f", r)
	}
}
