package relax

import (
	"github.com/sudokuctl/sudokuctl/core/spec"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Settings declares what may be set.
func Settings() []sudoku.Setting {
	return []sudoku.Setting{
		{Name: "variant", Default: "auto",
			Enum:    []string{"auto", "sparse", "reweighted", "ilp", "C", "D", "E", "F"},
			Summary: "auto: complete search; the others: Table I, A (sparse, reweighted), B (ilp), C to F"},
		{Name: "objective", Default: "any", Enum: []string{"any", "most_probable"},
			Summary: "auto: emit solutions in any order, or a most probable one first, with its certificate"},
		{Name: "direction", Default: "newton", Enum: []string{"newton", "gradient"},
			Summary: "ascent direction of the entropy: (13) or (12)"},
		{Name: "alpha", Default: 10.0, Min: 1e-3, Max: 1e6, Summary: "α of the norms, variants E and F"},
		{Name: "step", Default: 0.0, Min: 0, Max: 1, Summary: "share of each step taken; 0: the variant's own"},
		{Name: "downs", Default: 15, Min: 1, Max: 1000, Summary: "DOWN steps for each UP at most"},
		{Name: "ups", Default: 15, Min: 0, Max: 1000, Summary: "UP steps at most; auto takes one at most"},
		{Name: "floor", Default: 1e-8, Min: 1e-300, Max: 1e-2,
			Summary: "smallest probability whose logarithm is taken"},
		{Name: "rounding", Default: "half", Enum: []string{"half", "largest"},
			Summary: "rounding of a point: probabilities from 0.5, or the largest of each cell"},
		{Name: "reweightings", Default: 10, Min: 1, Max: 100, Summary: "re-weighted l1 minimisations at most"},
		{Name: "max_nodes", Default: 100000, Min: 1, Max: 1000000000, Summary: "nodes of the ilp tree at most"},
	}
}

// Spec describes the plugin convex.
func Spec() spec.Spec {
	return spec.Spec{
		Info: sudoku.Info{
			ID:      "convex",
			Name:    "Entropy minimisation",
			Version: "0.2.0",
			Summary: "Entropy minimisation over the Sudoku polytope by interior points, complete by LP branching",
			Licence: "MIT",
			Reference: "J. Gunther, T. Moon: Entropy Minimization for Solving Sudoku, IEEE Trans. Signal " +
				"Process. 60, 2012",
			Complete:      true,
			Deterministic: true,
			SoftClues:     true,
			Settings:      Settings(),
		},
		Solver: func(s sudoku.Settings) (sudoku.Solver, error) { return New(s) },
	}
}
