package stats_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sudokuctl/sudokuctl/core/stats"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// twoSolvers returns samples of a fast solver and one that is some seven times as slow.
func twoSolvers(puzzles int) []stats.Sample {
	r := rand.New(rand.NewPCG(7, 7))
	var samples []stats.Sample
	for p := range puzzles {
		fast, slow := 8e3*math.Exp(r.NormFloat64()), 6e4*math.Exp(r.NormFloat64())
		samples = append(samples, sample("fast", int64(p+1), sudoku.Unique, time.Duration(fast)),
			sample("slow", int64(p+1), sudoku.Unique, time.Duration(slow)))
	}
	return samples
}

func TestCompareSaysHowMuchFaster(t *testing.T) {
	table := stats.Tabulate(slices.Values(twoSolvers(400)))
	fast, slow := compare(t, table, 0, 1), compare(t, table, 1, 0)
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
	if again := compare(t, table, 0, 1); again != fast {
		t.Errorf("the same data gave %+v and %+v", fast, again)
	}
	nothing := stats.Tabulate(slices.Values(few[:0]))
	nothing.Solvers, nothing.Cells = []string{"a"}, [][]stats.Cell{nil}
	if r := compare(t, nothing, 0, 0); r.String() != "not comparable with" {
		t.Errorf("nothing compared: %q", r)
	}
}

// compare compares two solvers of a table.
func compare(t *testing.T, table *stats.Table, a, b int) stats.Ratio {
	t.Helper()
	r, err := table.Compare(t.Context(), a, b)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestCompareOfManyPuzzles has the closed form agree with the bootstrap: of four times as many puzzles as are resampled the
// interval is half as wide.
func TestCompareOfManyPuzzles(t *testing.T) {
	few := compare(t, stats.Tabulate(slices.Values(twoSolvers(10_000))), 0, 1)
	table := stats.Tabulate(slices.Values(twoSolvers(40_000)))
	many, back := compare(t, table, 0, 1), compare(t, table, 1, 0)
	if width := (few.High - few.Low) / (many.High - many.Low); width < 1.8 || width > 2.2 || many.Puzzles != 40_000 {
		t.Errorf("few %+v, many %+v", few, many)
	}
	if math.Abs(many.Low*back.High-1) > 1e-9 || math.Abs(many.High*back.Low-1) > 1e-9 {
		t.Errorf("%+v is not the inverse of %+v", back, many)
	}
}

// TestCompareEnds ends a comparison by its context. A solver beside itself is not resampled, so nothing ends there.
func TestCompareEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	table := stats.Tabulate(slices.Values(twoSolvers(400)))
	if r, err := table.Compare(ctx, 0, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("after its end: %+v, %v", r, err)
	}
	if r, err := table.Compare(ctx, 1, 1); err != nil || r != (stats.Ratio{Value: 1, Low: 1, High: 1, Puzzles: 400}) {
		t.Errorf("with itself: %+v, %v", r, err)
	}
}

func TestRatioText(t *testing.T) {
	for want, r := range map[string]stats.Ratio{
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
	r := stats.Ratio{Value: 1 / 170.0, Low: 1 / 612.0, High: 1 / 19.0}
	if got := r.Short(); got != "19–610× slower" {
		t.Errorf("%q, want \"19–610× slower\"", got)
	}
}

func TestRatioOfMeansPropagatesDeviations(t *testing.T) {
	fast, slow := []float64{9, 10, 11}, []float64{18, 20, 22}
	r := stats.RatioOfMeans(fast, slow)
	if want := 2 * math.Sqrt(0.02); r.Value != 2 || math.Abs(r.High-2-want) > 1e-12 || math.Abs(2-r.Low-want) > 1e-12 {
		t.Errorf("got %+v, want 2 ± %v", r, want)
	}
	for _, c := range []struct {
		a, b []float64
		want string
	}{
		{fast, slow, "2.0 ± 0.3 times faster than"},
		{fast[:1], slow[:1], "2.0 times faster than"},
		{slow[:1], fast[:1], "2.0 times slower than"},
	} {
		if got := stats.RatioOfMeans(c.a, c.b).String(); got != c.want {
			t.Errorf("%v beside %v: %q, want %q", c.a, c.b, got, c.want)
		}
	}
}
