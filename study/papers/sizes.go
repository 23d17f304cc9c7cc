package papers

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/sudokuctl/sudokuctl/core/chart"
	"github.com/sudokuctl/sudokuctl/core/picture"
	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/stats"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/work"
)

// majiSizes are the grids of the comparison that the paper announces: geometries and how many puzzles at most.
var majiSizes = []struct {
	geometry string
	most     int
}{{"4", 10}, {"6", 10}, {"9", 10}, {"12", 10}, {"16", 10}, {"25", 3}}

// majiSolvers are its solvers: a plugin, its settings and their name.
var majiSolvers = []struct {
	plugin, setting, name string
}{
	{"rules", "techniques=et4", "ET-I to IV"}, {"rules", "techniques=paper", "ET-I to IV, then guesses"},
	{"rules", "techniques=backtracking", "backtracking"}, {"entropybt", "strategy=paper", "entropybt paper"},
	{"entropybt", "strategy=entropy", "entropybt"}, {"dlx", "", "dlx"}, {"convex", "", "convex"}, {"ga", "", "ga"},
}

// sizeBudget ends a solver on one puzzle.
func (s maji) sizeBudget() time.Duration { return cmp.Or(s.Timeout, 2*time.Second) }

// sizes compares solvers on grids of many sizes in time, memory and guesses: the first of the paper's open tasks.
func (s maji) sizes(ctx context.Context) {
	if s.Untimed {
		return // even what is solved depends on the time that there is
	}
	t := &Table{Title: "Future work: solvers by the size of the grid, minimal puzzles",
		Columns: []string{"size", "clues", "solver", "solved", "guesses mean", "ms mean", "ms most", "peak mib"}}
	var plugins []work.Plugin
	for _, solver := range majiSolvers {
		plugins = append(plugins, s.open(ctx, solver.plugin, solver.setting))
	}
	for _, size := range majiSizes {
		g := sudoku.MustGeometry(size.geometry)
		puzzles := s.generate(ctx, carved,
			sudoku.Order{Geometry: g, Count: min(size.most, s.count(majiPerLevel)), Seed: s.Seed})
		for i, solver := range majiSolvers {
			s.sizeRow(ctx, t, plugins[i], solver.name, puzzles)
		}
	}
	t.Note("Each puzzle has one solution and no given can go, or hardly any in the largest. "+
		"A solver has %g s for a puzzle; means are over", s.sizeBudget().Seconds())
	t.Note("all puzzles, unsolved ones included. Memory is the most that the plugin's process has had so far, Go's runtime and code included.")
	s.table(t)
}

// clues returns the numbers of clues of puzzles.
func clues(puzzles []*sudoku.Puzzle) []float64 {
	return each(puzzles, func(p *sudoku.Puzzle) float64 { return float64(p.Clues()) })
}

func (s maji) sizeRow(ctx context.Context, t *Table, plugin work.Plugin, name string, puzzles []*sudoku.Puzzle) {
	results := s.solve(ctx, plugin, "solving with "+name, puzzles, runner.Options{Ask: runner.Ask{Limit: 1,
		Timeout: s.sizeBudget()}})
	if s.err != nil {
		return
	}
	ms, memory := milliseconds(results), "-"
	if usage, ok := plugin.Usage(); ok {
		memory = fmt.Sprint(usage.PeakRSS >> 20)
	}
	n := puzzles[0].Geometry().N()
	t.Row(fmt.Sprintf("%d×%d", n, n), stats.Mean(clues(puzzles)), name,
		fmt.Sprintf("%d of %d", solved(results), len(results)), stats.Mean(guesses(results)), stats.Mean(ms), slices.Max(ms), memory)
}

// majiGrown are the sizes m for which section III.E is measured: geometries and how many puzzles at most.
var majiGrown = []struct {
	geometry string
	most     int
}{{"4", 20}, {"6", 20}, {"8", 20}, {"9", 20}, {"10", 20}, {"12", 20}, {"15", 20}, {"16", 20}, {"20", 20}, {"25", 10}}

// majiEmptied is the share of the givens that can go which the puzzles lack: the techniques solve nearly all of them.
const majiEmptied = 0.8

// growth measures how the time of the elimination techniques grows with the size m of the grid: as m³, says the paper.
func (s maji) growth(ctx context.Context) {
	plugin := s.open(ctx, "rules", "techniques=et4")
	t := &Table{Title: "Section III.E: time of ET-I to IV by the size m of the grid", Times: []string{"ms median"},
		Columns: []string{"m", "clues", "solved", "steps mean", "ms median"}}
	curve := chart.Series{Name: "measured"}
	var sizes, times []float64 // of each puzzle
	for _, size := range majiGrown {
		g := sudoku.MustGeometry(size.geometry)
		puzzles := s.generate(ctx, carved, sudoku.Order{Geometry: g, Count: min(size.most, s.count(majiPerLevel)),
			Seed: s.Seed, HasDifficulty: true, Difficulty: majiEmptied})
		results := s.steadySolve(ctx, plugin, puzzles, one)
		steps := each(results, func(r sudoku.Result) (n float64) {
			for _, m := range r.Stats.Extra {
				n += m.Value
			}
			return n
		})
		sizes = append(sizes, each(results, func(sudoku.Result) float64 { return float64(g.N()) })...)
		ms := milliseconds(results)
		times = append(times, ms...)
		middle := stats.Quantile(slices.Sorted(slices.Values(ms)), 0.5)
		curve.X, curve.Y = append(curve.X, float64(g.N())), append(curve.Y, middle)
		t.Row(g.N(), stats.Mean(clues(puzzles)), fmt.Sprintf("%d of %d", solved(results), len(results)), stats.Mean(steps),
			middle)
	}
	t.Note("The puzzles lack %.0f %% of the givens that can go.", 100*majiEmptied)
	t.Note("O(m²) space, the paper says: a set of candidates for each of m² cells, here one word each up to m = 64.")
	if s.Untimed {
		s.table(t)
		return
	}
	exponent, half := stats.Exponent(sizes, times)
	t.Note("The paper counts m candidates in each of m² cells: O(m³). Measured: m to the power %.2f ± %.2f, "+
		"a fit to all puzzles with", exponent, half)
	t.Note("its 95 %% interval; times are medians of five rounds.")
	s.table(t)
	s.draw("growth", growthPicture(curve, exponent))
}

// growthPicture draws the measured times beside a cubic through that of 9×9.
func growthPicture(measured chart.Series, exponent float64) *picture.Picture {
	nine := measured.Y[slices.Index(measured.X, 9)]
	cubic := chart.Series{Name: "m³", X: measured.X}
	for _, m := range measured.X {
		cubic.Y = append(cubic.Y, nine*math.Pow(m/9, 3))
	}
	return chart.Line(chart.Chart{Title: "Time of ET-I to IV by the size of the grid", XLabel: "size m",
		YLabel: "ms for a puzzle, median", XLog: true, YLog: true, Note: fmt.Sprintf("Measured: m to the power %.2f.",
			exponent)}, measured, cubic)
}
