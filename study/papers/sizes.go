package papers

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/stats"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/study"
	"github.com/sudokuctl/sudokuctl/work/job"
)

// majiSizes are the grids of the comparison that the paper announces: geometries and how many puzzles at most.
var majiSizes = []struct {
	geometry string
	most     int
}{{"4", 10}, {"6", 10}, {"9", 10}, {"12", 10}, {"16", 10}, {"25", 3}}

// majiSolvers are its solvers: a plugin, its settings and their name.
var majiSolvers = []struct {
	plugin, setting, value, name string
}{
	{"rules", "techniques", "et4", "ET-I to IV"}, {"rules", "techniques", "paper", "ET-I to IV, then guesses"},
	{"rules", "techniques", "backtracking", "backtracking"}, {"entropybt", "strategy", "paper", "entropybt paper"},
	{"entropybt", "strategy", "entropy", "entropybt"}, {"dlx", "", "", "dlx"}, {"convex", "", "", "convex"}, {"ga", "", "", "ga"},
}

// majiSizeBudget ends a solver on one puzzle, unless the request says when.
const majiSizeBudget = 2 * time.Second

func (s maji) sizeBudget() time.Duration { return cmp.Or(s.Timeout, majiSizeBudget) }

// sizes compares solvers on grids of many sizes in time, memory and guesses: the first of the paper's open tasks.
func (s maji) sizes(ctx context.Context) error {
	if s.Untimed {
		return nil // even what is solved depends on the time that there is
	}
	t := &study.Table{Title: "Future work: solvers by the size of the grid, minimal puzzles", Columns: []string{"size", "clues", "solver",
		"solved", "guesses mean", "ms mean", "ms most", "peak mib"}}
	var plugins []job.Plugin
	for _, solver := range majiSolvers {
		var settings map[string]any
		if solver.setting != "" {
			settings = map[string]any{solver.setting: solver.value}
		}
		plugin, err := s.open(ctx, solver.plugin, settings)
		if err != nil {
			return err
		}
		plugins = append(plugins, plugin)
	}
	for _, size := range majiSizes {
		g, err := sudoku.ParseGeometry(size.geometry)
		if err != nil {
			return err
		}
		puzzles, err := s.generate(ctx, sudoku.Order{Geometry: g, Count: min(size.most, s.count(majiPerLevel)), Seed: s.Seed})
		if err != nil {
			return fmt.Errorf("generating puzzles of size %s: %w", size.geometry, err)
		}
		var clues []float64
		for _, p := range puzzles {
			clues = append(clues, float64(p.Clues()))
		}
		for i, solver := range majiSolvers {
			row, err := s.sizeRow(ctx, plugins[i], solver.name, puzzles)
			if err != nil {
				return err
			}
			t.Row(append([]string{fmt.Sprintf("%d×%d", g.N(), g.N()), figure(stats.Mean(clues)), solver.name}, row...)...)
		}
	}
	t.Note("Each puzzle has one solution and no given can go, or hardly any in the largest. "+
		"A solver has %g s for a puzzle; means are over", s.sizeBudget().Seconds())
	t.Note("all puzzles, unsolved ones included. Memory is the most that the plugin's process has had so far, Go's runtime and code included.")
	return s.table(t)
}

func (s maji) sizeRow(ctx context.Context, plugin job.Plugin, name string, puzzles []*sudoku.Puzzle) ([]string, error) {
	results, err := s.solve(ctx, plugin, "solving with "+name, puzzles, runner.Options{Ask: sudoku.Ask{Limit: 1, Timeout: s.sizeBudget()}})
	if err != nil {
		return nil, err
	}
	guesses := 0.0
	for i := range results {
		guesses += float64(results[i].Stats.Guesses) / float64(len(results))
	}
	ms := milliseconds(results)
	memory := "-"
	if usage, ok := plugin.Usage(); ok {
		memory = fmt.Sprint(usage.PeakRSS >> 20)
	}
	return []string{fmt.Sprintf("%d of %d", solved(results), len(results)), figure(guesses), figure(stats.Mean(ms)),
		figure(slices.Max(ms)), memory}, nil
}
