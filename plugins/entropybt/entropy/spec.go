package entropy

import (
	"math"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/spec"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/plugins/internal/nine"
)

// Spec describes the plugin.
func Spec() spec.Spec {
	return spec.Spec{
		Info: sudoku.Info{
			ID:            "entropybt",
			Name:          "Information-entropy backtracking",
			Version:       "1.1.0",
			Summary:       "branches where the entropy is least; all solutions, every geometry",
			Licence:       "MIT",
			Reference:     "G. Zhai, J. Zhang: Solving Sudoku Puzzles Based on Customized Information Entropy, IJHIT 6(1), 2013 [zhai2013]",
			Complete:      true,
			Deterministic: true,
			SoftClues:     true,
			Clauses:       []string{"differ", "pair", "sum", "count", "word", "any"},
			Fast:          true,
			Settings:      declared(),
			Metrics: []sudoku.Metric{
				{Name: "information_entropy", Max: 1, HigherIsHarder: true, Source: "Zhai & Zhang 2013, Def. 2",
					Summary: "candidates of all empty cells over digits times cells; candidates are what givens and constraints leave"},
				{Name: "empty_cells", Unit: "cells", Max: math.Inf(1), HigherIsHarder: true,
					Source: "Maji & Pal 2010, Table 1", Summary: "cells that are not given"},
			},
		},
		Solver: spec.With(newSolver),
		Grader: func(sudoku.Settings) (sudoku.Grader, error) { return grader{}, nil },
	}
}

type settings struct {
	Strategy string `setting:"strategy" enum:"entropy,paper" summary:"entropy: entropies of cells, digits and bands, by the fastest engine; paper: as printed"`
	Kernel   string `setting:"kernel"`
}

// declared are the settings, with the kernels that this processor can run.
func declared() []sudoku.Setting {
	all := spec.Declare(settings{Strategy: "entropy", Kernel: "auto"})
	all[1].Enum = append([]string{"auto"}, nine.Kernels()...)
	all[1].Summary = "of the 9×9 engine; this processor can run " + strings.Join(nine.Kernels(), ", ") +
		"; auto is the first of them, the fastest"
	return all
}

func newSolver(s settings) (sudoku.Solver, error) {
	if s.Strategy == "paper" {
		return &paper{}, nil
	}
	return newFast(s.Kernel), nil
}
