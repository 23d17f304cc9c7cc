package model

import (
	"github.com/sudokuctl/sudokuctl/core/spec"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Spec describes the plugin sat.
func Spec() spec.Spec {
	return spec.Spec{
		Info: sudoku.Info{
			ID:            "sat",
			Name:          "Propositional satisfiability",
			Version:       "0.1.0",
			Summary:       "gophersat, which learns from conflicts, on propositional clauses; every geometry, every constraint",
			Licence:       "MIT",
			Reference:     "F. Delorme, gophersat 1.4, CRIL; T. Weber, A SAT-based Sudoku Solver, LPAR 2005",
			Complete:      true,
			Deterministic: true,
			SoftClues:     true,
			Clauses:       []string{"differ", "pair", "sum", "count", "word", "any"},
		},
		Solver: func(sudoku.Settings) (sudoku.Solver, error) { return Solver{}, nil },
	}
}
