package papers

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/chart"
	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/study"
	"github.com/sudokuctl/sudokuctl/work/job"
)

// stochastic solves the puzzle of Fig. 1, whose clues are sets of digits, and counts the grids that fit.
func (s gunther) stochastic(ctx context.Context, plugins []job.Plugin) error {
	puzzles, err := s.sample(ctx, "papers", "stochastic")
	if err != nil {
		return err
	}
	t := &study.Table{Title: "Fig. 1: the stochastic puzzle", Times: []string{"time"}, Columns: []string{
		"line", "solved", "iterations", "lp solves", "time"}}
	t.Row("printed", "yes", "16", "-", "2 s")
	for _, i := range append(slices.Clone(guntherWalks), len(guntherLines)-1) {
		results, err := s.solve(ctx, plugins[i], guntherLines[i].name, puzzles, runner.Options{Ask: sudoku.Ask{Limit: 1}})
		if err != nil {
			return err
		}
		answer := "no"
		if results[0].Count > 0 {
			answer = "yes"
		}
		t.Row(guntherLines[i].name, answer, fmt.Sprint(measure(results, "iterations")[0]),
			fmt.Sprint(measure(results, "lp_solves")[0]), figure(milliseconds(results)[0])+" ms")
	}
	counter, err := s.open(ctx, "entropybt", nil)
	if err != nil {
		return err
	}
	all, err := s.solve(ctx, counter, "counting", puzzles, runner.Options{CountOnly: true})
	if err != nil {
		return err
	}
	t.Note("Each grid within the sets counts as a solution: entropybt counts %d.", all[0].Count)
	if !s.Untimed {
		t.Note("Counting takes %s s.", figure(all[0].Stats.Elapsed.Seconds()))
	}
	return cmp.Or(s.table(t), s.draw("fig1", drawMarked("Fig. 1: the stochastic puzzle, what its clues leave each cell", puzzles[0])),
		s.picture(ctx, plugins, "stochastic", puzzles[0]))
}

// inOrder sorts the points of a curve by x: those of INIT, UP and DOWN come in curves of their own.
func inOrder(c *chart.Series) {
	order := make([]int, len(c.X))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return int(c.X[a] - c.X[b]) })
	x, y := make([]float64, len(order)), make([]float64, len(order))
	for to, from := range order {
		x[to], y[to] = c.X[from], c.Y[from]
	}
	c.X, c.Y = x, y
}
