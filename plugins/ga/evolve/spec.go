package evolve

import (
	"github.com/sudokuctl/sudokuctl/core/spec"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Spec describes the plugin ga.
func Spec() spec.Spec {
	return spec.Spec{
		Info: sudoku.Info{
			ID:        "ga",
			Name:      "genetic algorithm with entropy objective",
			Version:   "1.1.0",
			Summary:   "evolves grids of greatest entropy; finds solutions, proves nothing",
			Licence:   "MIT",
			Reference: "Rodríguez-Vázquez 2018, doi:10.1145/3205651.3208786 [rodriguez2018]",
			SoftClues: true,
			Clauses:   []string{"differ", "pair", "sum", "count"},
			Settings:  spec.Declare(usual),
		},
		Solver: spec.With(newSolver),
	}
}
