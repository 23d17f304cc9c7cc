package rate

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"maps"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/rulestest"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// Puzzles of four by four cells with constraints: one that the ladder solves, one with several solutions and one with none.
const (
	smallKiller = "4:1...............~cage=7:r1c34~cage=5:r2c23~cage=3:r3c12~cage=6:r12c4~cage=2:r4c3"
	openKiller  = "4:~cage=3:r1c12~cage=7:r1c34"
	wrongKiller = "4:~cage=3:r1c12~cage=3:r1c34"
)

// TestVariantGrades grades puzzles with constraints: no rating of Sudoku Explainer, and none at all if the ladder ends.
func TestVariantGrades(t *testing.T) {
	g, err := NewGrader(Defaults)
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		smallKiller: "variant_step", openKiller: "variant_reached multiple", wrongKiller: "variant_reached impossible"} {
		grades, err := g.Grade(t.Context(), rulestest.Puzzle(t, text))
		if err != nil {
			t.Fatal(err)
		}
		got := map[string]bool{}
		for _, grade := range grades {
			got[grade.Metric] = true
			if grade.Metric == "variant_reached" {
				got[grade.Metric+" "+grade.Label] = true
			}
		}
		if !got[want] || got["se"] || got["maji_level"] {
			t.Errorf("%s: %v, want %s", text, grades, want)
		}
	}
	for _, metrics := range []string{"se", "qqwing_level"} {
		s := Defaults
		s.Metrics = metrics
		alone, err := NewGrader(s)
		if err != nil {
			t.Fatal(err)
		}
		if grades, err := alone.Grade(t.Context(), rulestest.Puzzle(t, smallKiller)); !errors.Is(err, sudoku.ErrUnsupported) {
			t.Errorf("%s of a killer: %v, %v", metrics, grades, err)
		}
	}
}

// Puzzles with constraints that somebody has put in order of difficulty: lines of a volume, a number that rises with the difficulty
// within it, and a puzzle, parted by tabs.
var ordered = flag.String("ordered", "", "a file of puzzles in order of difficulty, on which TestVariantFit fits variant_seconds")

// TestVariantFit prints how well variant_seconds ranks puzzles in order, how well the same formula does on each volume if it is
// fitted on the others, and the weights that a fit on all gives.
func TestVariantFit(t *testing.T) {
	if *ordered == "" {
		t.Skip("no file of puzzles in order (-ordered)")
	}
	volumes, orders := readOrdered(t)
	for _, volume := range slices.Sorted(maps.Keys(volumes)) {
		here, others := volumes[volume], []*variantClimb(nil)
		var known []float64
		for v, climbs := range volumes {
			if v != volume {
				others, known = append(others, climbs...), append(known, normal(orders[v])...)
			}
		}
		var now, fitted []float64
		weights, _ := fitVariant(others, known)
		for _, c := range here {
			now = append(now, c.seconds())
			fitted = append(fitted, dot(weights, c))
		}
		t.Logf("volume %s, %d puzzles: Spearman %.3f, fitted on the others %.3f; means of those with one number %.3f", volume, len(here),
			spearman(now, orders[volume]), spearman(fitted, orders[volume]), spearman(meansOf(now, orders[volume])))
	}
	var all []*variantClimb
	var known []float64
	for v, climbs := range volumes {
		all, known = append(all, climbs...), append(known, normal(orders[v])...)
	}
	weights, base := fitVariant(all, known)
	t.Logf("base %.4g, weights %.4g", base, weights)
}

func spearman(a, b []float64) float64 { return stat.Correlation(ranks(a), ranks(b), nil) }

// meansOf returns the means of the values of each order, and the orders.
func meansOf(values, orders []float64) (means, of []float64) {
	by := map[float64][]float64{}
	for i, o := range orders {
		by[o] = append(by[o], values[i])
	}
	for _, o := range slices.Sorted(maps.Keys(by)) {
		means, of = append(means, stat.Mean(by[o], nil)), append(of, o)
	}
	return means, of
}

func readOrdered(t *testing.T) (volumes map[string][]*variantClimb, orders map[string][]float64) {
	file, err := os.Open(*ordered)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	made, err := NewGrader(Defaults)
	if err != nil {
		t.Fatal(err)
	}
	g := made.(*grader)
	volumes, orders = map[string][]*variantClimb{}, map[string][]float64{}
	for lines := bufio.NewScanner(file); lines.Scan(); {
		fields := strings.Split(lines.Text(), "\t")
		p := rulestest.Puzzle(t, fields[2])
		g.Begin(t.Context(), p)
		c := g.variantClimb(p)
		if !c.solved {
			t.Logf("not solved: %s", p)
			continue
		}
		order, err := strconv.ParseFloat(fields[1], 64)
		if err != nil {
			t.Fatal(err)
		}
		volumes[fields[0]] = append(volumes[fields[0]], c)
		orders[fields[0]] = append(orders[fields[0]], order)
	}
	return volumes, orders
}

// normal returns ranks with mean 0 and spread 1.
func normal(x []float64) []float64 {
	out := ranks(x)
	mean, spread := stat.MeanStdDev(out, nil)
	for i := range out {
		out[i] = (out[i] - mean) / spread
	}
	return out
}

func dot(weights []float64, c *variantClimb) (sum float64) {
	for i, x := range c.x {
		sum += weights[i] * math.Log1p(x)
	}
	return sum
}

// fitVariant returns the weights of least squares for an order, stretched and moved so that the predictions have mean and spread of
// the effort: an order has no unit.
func fitVariant(climbs []*variantClimb, order []float64) (weights []float64, base float64) {
	a, y := mat.NewDense(len(climbs), variantFeatures+1, nil), mat.NewVecDense(len(order), order)
	var rough, got []float64
	for i, c := range climbs {
		for j, x := range c.x {
			a.Set(i, j, math.Log1p(x))
		}
		a.Set(i, variantFeatures, 1)
		rough = append(rough, math.Log(c.x[effort]))
	}
	var w mat.VecDense
	if err := w.SolveVec(a, y); err != nil {
		panic(err)
	}
	weights = slices.Clone(w.RawVector().Data[:variantFeatures])
	for _, c := range climbs {
		got = append(got, dot(weights, c))
	}
	mean, spread := stat.MeanStdDev(rough, nil)
	gotMean, gotSpread := stat.MeanStdDev(got, nil)
	for i := range weights {
		weights[i] *= spread / gotSpread
	}
	return weights, mean - gotMean*spread/gotSpread
}

// TestStepAlone compares with the grades of a grader that measures everything: with a stop the answer is variant_step below the stop,
// and for all others the stop, or variant_step if contradictions alone do not solve the puzzle. What the ladder does not solve has
// neither.
func TestStepAlone(t *testing.T) {
	text, err := os.ReadFile("testdata/killers.txt")
	if err != nil {
		t.Fatal(err)
	}
	full, err := NewGrader(Defaults)
	if err != nil {
		t.Fatal(err)
	}
	bounds, beyond := 0, 0
	for _, line := range append(strings.Fields(string(text)), smallKiller, openKiller, wrongKiller) {
		p := rulestest.Puzzle(t, line)
		want, err := full.Grade(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		for _, stop := range []float64{0, 2.5, 4.2, 5, 7.2} {
			g, err := NewGrader(Settings{Metrics: "variant_step", UpTo: 12, StopAt: stop})
			if err != nil {
				t.Fatal(err)
			}
			got, err := g.Grade(t.Context(), p)
			switch {
			case want[0].Metric != "variant_step":
				if beyond++; !errors.Is(err, sudoku.ErrUnsupported) {
					t.Errorf("%s, stop %g: %v, %v", line, stop, got, err)
				}
			case err != nil || len(got) != 1:
				t.Errorf("%s, stop %g: %v, %v", line, stop, got, err)
			case got[0].Metric == "variant_bound":
				if bounds++; got[0].Value != stop || want[0].Value < stop {
					t.Errorf("%s, stop %g: %v, want %v", line, stop, got, want)
				}
			case got[0] != want[0]:
				t.Errorf("%s, stop %g: %v, want %v", line, stop, got, want)
			}
		}
		if got, err := newStepGrader(6.5, 5).Grade(t.Context(), p); want[0].Value > 6.5 && !errors.Is(err, sudoku.ErrUnsupported) {
			t.Errorf("%s up to 6.5: %v, %v", line, got, err)
		}
	}
	if bounds == 0 || beyond == 0 {
		t.Errorf("%d bounds, %d without a grade", bounds, beyond)
	}
	alone := newStepGrader(12, 0)
	if got, err := alone.Grade(t.Context(), rulestest.Random(sudoku.Classic(), 1, 30)); !errors.Is(err, sudoku.ErrUnsupported) {
		t.Errorf("a puzzle without constraints: %v, %v", got, err)
	}
}

// TestSEAlone compares with ratings by Sudoku Explainer 1.2.1: with a stop the answer is its rating below the
// stop, and the stop for all others.
func TestSEAlone(t *testing.T) {
	graders := []seGrader{{newRater(12, 0)}, {newRater(12, 2)}, {newRater(12, 5)}, {newRater(12, 6.6)}, {newRater(12, 6.8)}, {newRater(12, 7.1)}}
	for i, r := range rulestest.Records(t, "graded/se121_half.tsv") {
		er, _ := strconv.ParseFloat(r[3], 64)
		if i%5 != 0 || er > 7.5 {
			continue
		}
		for _, g := range graders {
			want := sudoku.Grade{Metric: "se", Value: er}
			if g.Engine.Below > 0 && er >= g.Engine.Below {
				want = sudoku.Grade{Metric: "se_bound", Value: g.Engine.Below}
			}
			grades, err := g.Grade(context.Background(), rulestest.Puzzle(t, r[1]))
			if err != nil || grades[0].Metric != want.Metric || grades[0].Value != want.Value {
				t.Errorf("%s with stop %g: %v, %v; want %v", r[1], g.Engine.Below, grades, err, want)
			}
		}
	}
}
