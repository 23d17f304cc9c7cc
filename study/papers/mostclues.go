package papers

import (
	"context"
	"fmt"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/study"
)

// mostClues shows what section I says of many givens: 78 and more of a grid have one solution, 77 may have two.
func (s maji) mostClues(ctx context.Context) error {
	solver, err := s.open(ctx, "entropybt", nil)
	if err != nil {
		return err
	}
	puzzles, err := s.sample(ctx, "papers", "Strangely Familiar")
	if err != nil {
		return err
	}
	solved, err := s.solve(ctx, solver, "solving", puzzles[:1], runner.Options{Ask: sudoku.Ask{Limit: 1}})
	if err != nil {
		return err
	}
	if solved[0].Count == 0 {
		return fmt.Errorf("%s did not solve the puzzle of Fig. 3", solver.ID())
	}
	grid := solved[0].Solutions[0]
	t := &study.Table{Title: "Section I: puzzles of the grid of Fig. 3 that lack four givens at most",
		Columns: []string{"givens", "empty cells", "puzzles", "with one solution"}}
	for k := 1; k <= 3; k++ {
		var lacking []*sudoku.Puzzle
		for empty := range subsets(len(grid), k) {
			lacking = append(lacking, without(grid, empty))
		}
		unique, err := s.unique(ctx, fmt.Sprintf("counting with %d empty", k), lacking)
		if err != nil {
			return err
		}
		t.Row(fmt.Sprint(len(grid)-k), "any", fmt.Sprint(len(lacking)), fmt.Sprint(trues(unique)))
	}
	var lacking []*sudoku.Puzzle
	for _, empty := range rectangles(grid) {
		lacking = append(lacking, without(grid, empty))
	}
	unique, err := s.unique(ctx, "counting rectangles", lacking)
	if err != nil {
		return err
	}
	t.Row(fmt.Sprint(len(grid)-4), "two digits in two rows, columns and boxes", fmt.Sprint(len(lacking)), fmt.Sprint(trues(unique)))
	t.Note("One grid proves nothing of all; but any two grids differ in two digits or more, each in two cells or more.")
	return s.table(t)
}

// subsets yields the subsets of k of the numbers 0 … n−1. The slice is valid until the next one.
func subsets(n, k int) func(yield func([]int) bool) {
	return func(yield func([]int) bool) {
		chosen := make([]int, k)
		var choose func(from, at int) bool
		choose = func(from, at int) bool {
			if at == k {
				return yield(chosen)
			}
			for i := from; i < n; i++ {
				chosen[at] = i
				if !choose(i+1, at+1) {
					return false
				}
			}
			return true
		}
		choose(0, 0)
	}
}

// rectangles returns the places of two digits, each twice, in two rows, two columns and two boxes of a 9×9 grid.
func rectangles(grid sudoku.Grid) (all [][]int) {
	for rows := range subsets(9, 2) {
		for columns := range subsets(9, 2) {
			corners := []int{9*rows[0] + columns[0], 9*rows[0] + columns[1], 9*rows[1] + columns[0], 9*rows[1] + columns[1]}
			oneBand, oneStack := rows[0]/3 == rows[1]/3, columns[0]/3 == columns[1]/3
			if oneBand != oneStack && grid[corners[0]] == grid[corners[3]] && grid[corners[1]] == grid[corners[2]] {
				all = append(all, corners)
			}
		}
	}
	return all
}

// without returns the puzzle of a 9×9 grid that lacks some cells.
func without(grid sudoku.Grid, cells []int) *sudoku.Puzzle {
	givens := slices.Clone(grid)
	for _, cell := range cells {
		givens[cell] = 0
	}
	return sudoku.MustPuzzle(sudoku.Classic(), givens)
}
