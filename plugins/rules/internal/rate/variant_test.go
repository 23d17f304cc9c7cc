package rate

import (
	"bufio"
	"errors"
	"flag"
	"maps"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/rulestest"
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
