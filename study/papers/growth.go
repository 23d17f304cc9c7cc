package papers

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/chart"
	"github.com/sudokuctl/sudokuctl/core/picture"
	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/stats"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/study"
)

// majiGrown are the sizes m for which section III.E is measured: geometries and how many puzzles at most.
var majiGrown = []struct {
	geometry string
	most     int
}{{"4", 20}, {"6", 20}, {"8", 20}, {"9", 20}, {"10", 20}, {"12", 20}, {"15", 20}, {"16", 20}, {"20", 20}, {"25", 10}}

// majiEmptied is the share of the givens that can go which the puzzles lack: the techniques solve nearly all of them.
const majiEmptied = 0.8

// growth measures how the time of the elimination techniques grows with the size m of the grid: as m³, says the paper.
func (s maji) growth(ctx context.Context) error {
	plugin, err := s.open(ctx, "rules", map[string]any{"techniques": "et4"})
	if err != nil {
		return err
	}
	t := &study.Table{Title: "Section III.E: time of ET-I to IV by the size m of the grid", Times: []string{"ms median"},
		Columns: []string{"m", "clues", "solved", "steps mean", "ms median"}}
	curve := chart.Series{Name: "measured"}
	var sizes, times []float64 // of each puzzle
	for _, size := range majiGrown {
		g, err := sudoku.ParseGeometry(size.geometry)
		if err != nil {
			return err
		}
		puzzles, err := s.generate(ctx, sudoku.Order{Geometry: g, Count: min(size.most, s.count(majiPerLevel)), Seed: s.Seed,
			HasDifficulty: true, Difficulty: majiEmptied})
		if err != nil {
			return fmt.Errorf("generating puzzles of size %s: %w", size.geometry, err)
		}
		results, err := s.steadySolve(ctx, plugin, puzzles, runner.Options{Ask: sudoku.Ask{Limit: 1}})
		if err != nil {
			return err
		}
		var clues, steps []float64
		for i := range results {
			clues = append(clues, float64(puzzles[i].Clues()))
			n := 0.0
			for _, m := range results[i].Stats.Extra {
				n += m.Value
			}
			steps = append(steps, n)
			sizes = append(sizes, float64(g.N()))
		}
		ms := milliseconds(results)
		times = append(times, ms...)
		middle := stats.Quantile(slices.Sorted(slices.Values(ms)), 0.5)
		curve.X, curve.Y = append(curve.X, float64(g.N())), append(curve.Y, middle)
		t.Row(fmt.Sprint(g.N()), figure(stats.Mean(clues)), fmt.Sprintf("%d of %d", solved(results), len(results)),
			figure(stats.Mean(steps)), figure(middle))
	}
	t.Note("The puzzles lack %.0f %% of the givens that can go.", 100*majiEmptied)
	t.Note("O(m²) space, the paper says: a set of candidates for each of m² cells, here one word each up to m = 64.")
	if s.Untimed {
		return s.table(t)
	}
	exponent, half := stats.Exponent(sizes, times)
	t.Note("The paper counts m candidates in each of m² cells: O(m³). Measured: m to the power %.2f ± %.2f, "+
		"a fit to all puzzles with", exponent, half)
	t.Note("its 95 %% interval; times are medians of five rounds.")
	return cmp.Or(s.table(t), s.draw("growth", growthPicture(curve, exponent)))
}

// growthPicture draws the measured times beside a cubic through that of 9×9.
func growthPicture(measured chart.Series, exponent float64) *picture.Picture {
	nine := measured.Y[slices.Index(measured.X, 9)]
	cubic := chart.Series{Name: "m³", X: measured.X}
	for _, m := range measured.X {
		cubic.Y = append(cubic.Y, nine*math.Pow(m/9, 3))
	}
	return chart.Line(chart.Chart{Title: "Time of ET-I to IV by the size of the grid", XLabel: "size m", YLabel: "ms for a puzzle, median",
		XLog: true, YLog: true, Note: fmt.Sprintf("Measured: m to the power %.2f.", exponent)}, measured, cubic)
}
