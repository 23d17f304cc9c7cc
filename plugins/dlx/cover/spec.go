package cover

import (
	"github.com/sudokuctl/sudokuctl/core/spec"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Spec describes the plugin dlx.
func Spec() spec.Spec {
	return spec.Spec{
		Info: sudoku.Info{
			ID:            "dlx",
			Name:          "Dancing links",
			Version:       "0.1.0",
			Summary:       "Knuth's Algorithm X on the exact cover of any geometry, shortest column first",
			Licence:       "MIT",
			Reference:     "D. E. Knuth, Dancing Links, 2000; baseline G of Gunther & Moon 2012, Table I [gunther2012]",
			Complete:      true,
			Deterministic: true,
			SoftClues:     true,
			Fast:          true,
		},
		Solver: func(sudoku.Settings) (sudoku.Solver, error) { return New(), nil },
	}
}
