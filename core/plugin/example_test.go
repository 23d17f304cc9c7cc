package plugin_test

import (
	"context"

	"github.com/sudokuctl/sudokuctl/core/plugin"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// resigned gives up at once: a place to begin.
type resigned struct{}

// Solve implements sudoku.Solver.
func (resigned) Solve(_ context.Context, p *sudoku.Puzzle, emit func(sudoku.Grid) bool) (sudoku.Stats, error) {
	if p.Clues() == p.Geometry().Cells() {
		emit(p.Givens())
		return sudoku.Stats{}, nil
	}
	return sudoku.Stats{}, sudoku.ErrGaveUp
}

// The whole of a plugin's main.
func ExampleServe() {
	plugin.Serve(plugin.Spec{
		Info: sudoku.Info{ID: "resigned", Name: "Resigned", Version: "0.1.0", Summary: "gives up", Licence: "MIT"},
		Solver: func(sudoku.Settings) (sudoku.Solver, error) {
			return resigned{}, nil
		},
	})
}
