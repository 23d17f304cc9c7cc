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
	"gonum.org/v1/gonum/stat"
	"pgregory.net/rapid"
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
		got := stats.Spearman(c.x, c.y)
		if math.Abs(got-c.want) > 1e-12 || math.IsNaN(got) != math.IsNaN(c.want) {
			t.Errorf("spearman(%v, %v) = %v, want %v", c.x, c.y, got, c.want)
		}
	}
}

// TestSpearmanAgreesWithGonum compares values without ties, whose ranks are their places.
func TestSpearmanAgreesWithGonum(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	for n := 2; n < 60; n++ {
		x, y := make([]float64, n), make([]float64, n)
		for i, rank := range r.Perm(n) {
			x[i], y[i] = float64(i), float64(rank)
		}
		if got, want := stats.Spearman(x, y), stat.Correlation(x, y, nil); math.Abs(got-want) > 1e-12 {
			t.Errorf("%d points: %v, want %v", n, got, want)
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
		a, b, c := stats.Spearman(x, y), stats.Spearman(y, x), stats.Spearman(bent, y)
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

func TestPartial(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	var x, y, z []float64
	for range 4000 {
		common := r.NormFloat64()
		z = append(z, common)
		x, y = append(x, common+r.NormFloat64()), append(y, common+r.NormFloat64())
	}
	if r := stats.Partial(x, y, z); math.Abs(r) > 0.05 {
		t.Errorf("given what they have in common: %.3f", r)
	}
	if r := stats.Partial(x, x, z); math.Abs(r-1) > 1e-9 {
		t.Errorf("with itself: %.3f", r)
	}
	if r := stats.Partial(x, z, z); !math.IsNaN(r) {
		t.Errorf("given itself: %.3f", r)
	}
}

func TestExponent(t *testing.T) {
	x := []float64{4, 9, 16, 25}
	cubes := make([]float64, len(x))
	for i, v := range x {
		cubes[i] = 0.02 * v * v * v
	}
	if e, half := stats.Exponent(x, cubes); math.Abs(e-3) > 1e-12 || half > 1e-6 {
		t.Errorf("cubes: %v ± %v", e, half)
	}
	for name, bad := range map[string][2][]float64{
		"two points": {{1, 2}, {1, 2}}, "equal x": {{3, 3, 3}, {1, 2, 3}}, "none": {nil, nil},
	} {
		if e, half := stats.Exponent(bad[0], bad[1]); !math.IsNaN(e) || !math.IsNaN(half) {
			t.Errorf("%s: %v ± %v, want NaN", name, e, half)
		}
	}
}

// TestExponentAgreesWithGonum compares with a regression of the logarithms, and counts how often the interval holds
// the exponent that made the points.
func TestExponentAgreesWithGonum(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	const trials, points, exponent = 2000, 60, 2.5
	held := 0
	for range trials {
		x, y := make([]float64, points), make([]float64, points)
		lx, ly := make([]float64, points), make([]float64, points)
		for i := range x {
			x[i] = float64(4 + r.IntN(22))
			y[i] = 0.1 * math.Pow(x[i], exponent) * math.Exp(0.3*r.NormFloat64())
			lx[i], ly[i] = math.Log(x[i]), math.Log(y[i])
		}
		e, half := stats.Exponent(x, y)
		if _, want := stat.LinearRegression(lx, ly, nil, false); math.Abs(e-want) > 1e-9 {
			t.Fatalf("%v, want %v", e, want)
		}
		if math.Abs(e-exponent) <= half {
			held++
		}
	}
	if share := float64(held) / trials; share < 0.93 || share > 0.97 {
		t.Errorf("%.3f of the intervals hold the exponent, want 0.95", share)
	}
}

// The probabilities are sums of hypergeometric ones that can be added by hand.
func TestSameShare(t *testing.T) {
	for _, c := range []struct {
		k1, n1, k2, n2 int
		want           float64
	}{
		{3, 4, 1, 4, 34.0 / 70}, // the lady tasting tea: (1 + 16 + 16 + 1) of 70
		{4, 4, 0, 4, 2.0 / 70},
		{0, 10, 0, 20, 1},
		{1, 1, 0, 1, 1},
		{0, 1000, 1, 1000, 1},
		{2, 1000, 0, 1000, 999.0 / 1999},
	} {
		if got := stats.SameShare(c.k1, c.n1, c.k2, c.n2); math.Abs(got-c.want) > 1e-6 {
			t.Errorf("SameShare(%d, %d, %d, %d) = %v, want %v", c.k1, c.n1, c.k2, c.n2, got, c.want)
		}
		if a, b := stats.SameShare(c.k1, c.n1, c.k2, c.n2), stats.SameShare(c.k2, c.n2, c.k1, c.n1); math.Abs(a-b) > 1e-9 {
			t.Errorf("%v: %v and %v depend on the order", c, a, b)
		}
	}
}

func TestSameMean(t *testing.T) {
	if got := stats.SameMean(0, 1, 100, 1.959963985*0.1, 0, 1); math.Abs(got-0.05) > 1e-6 {
		t.Errorf("1.96 standard errors apart: %v", got)
	}
	if got := stats.SameMean(3, 2, 50, 3, 1, 70); got != 1 {
		t.Errorf("equal means: %v", got)
	}
	if got := stats.SameMean(0, 0, 10, 0, 0, 10); !math.IsNaN(got) {
		t.Errorf("nothing varies: %v", got)
	}
}

// TestCompareTrims leaves out the puzzles on which one of two solvers was among its slowest thousandth.
func TestCompareTrims(t *testing.T) {
	var samples []stats.Sample
	for p := range int64(3000) {
		a, b := 10*time.Microsecond, 20*time.Microsecond
		switch p {
		case 5, 8:
			a = time.Second
		case 6, 7:
			b = time.Second
		}
		samples = append(samples, sample("a", p, sudoku.Unique, a), sample("b", p, sudoku.Unique, b))
	}
	r, err := stats.Tabulate(slices.Values(samples)).Compare(t.Context(), 0, 1)
	if err != nil || r.Value < 1.999 || r.Value > 2.001 || r.Puzzles != 3000 {
		t.Errorf("%+v, %v; want 2 of 3000 puzzles", r, err)
	}
	r, err = stats.Tabulate(slices.Values(samples[:100])).Compare(t.Context(), 0, 1)
	if err != nil || r.Value > 1.1 {
		t.Errorf("%+v, %v; of few puzzles all count", r, err)
	}
}
