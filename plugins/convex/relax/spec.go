package relax

import (
	"math"

	"github.com/sudokuctl/sudokuctl/core/spec"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

type settings struct {
	Variant      string  `setting:"variant" enum:"auto,sparse,reweighted,ilp,C,D,E,F,mixed,belief,sinkhorn,marginals" summary:"auto: complete search; A (sparse, reweighted), B (ilp), C to F: Table I; mixed: C, F and E in turn, another after each UP; belief, sinkhorn: the most certain digits of belief propagation and of Sinkhorn balancing; marginals: visit all grids and emit a most probable one"`
	Objective    string  `setting:"objective" enum:"any,most_probable,in_order" summary:"auto: emit solutions in any order; a most probable one first, with its certificate; or all in order, the most probable first"`
	Direction    string  `setting:"direction" enum:"newton,gradient" summary:"ascent direction of the entropy: (13) or (12)"`
	Alpha        float64 `setting:"alpha" min:"1e-3" max:"1e6" summary:"α of the norms, variants E and F"`
	Step         float64 `setting:"step" min:"0" max:"1" summary:"share of each step taken; 0: the variant's own"`
	Downs        int     `setting:"downs" min:"1" max:"1000" summary:"DOWN steps for each UP at most"`
	Ups          int     `setting:"ups" min:"0" max:"1000" summary:"UP steps at most; auto takes one at most"`
	Floor        float64 `setting:"floor" min:"1e-300" max:"1e-2" summary:"smallest probability whose logarithm is taken"`
	Rounding     string  `setting:"rounding" enum:"half,largest,geometric" summary:"rounding of a point: probabilities from 0.5; the largest of each cell; or geometric, which draws a digit of each cell by its probability, twenty times, with the same luck for all cells"`
	Start        string  `setting:"start" enum:"center,max_entropy,vertex" summary:"C to F: where the walk begins: INIT's inner point, the point of largest entropy, or a vertex"`
	Perturb      bool    `setting:"perturb" summary:"C to F: move a first point that is a symmetric maximum, once; the paper says nothing of such points"`
	Reweightings int     `setting:"reweightings" min:"1" max:"100" summary:"re-weighted l1 minimisations at most"`
	MaxGrids     int     `setting:"max_grids" min:"1" max:"1000000000" summary:"grids that marginals visits at most"`
	MaxNodes     int     `setting:"max_nodes" min:"1" max:"1000000000" summary:"nodes of the ilp tree at most"`
}

var usual = settings{
	Variant: "auto", Objective: "any", Direction: "newton", Alpha: 10.0, Downs: 15,
	Ups: 15, Floor: 1e-8, Rounding: "half", Start: "center", Perturb: true, Reweightings: 10, MaxGrids: 1_000_000,
	MaxNodes: 100000,
}

// Spec describes the plugin convex.
func Spec() spec.Spec {
	return spec.Spec{
		Info: sudoku.Info{
			ID:            "convex",
			Name:          "Entropy minimisation",
			Version:       "0.4.0",
			Summary:       "Entropy minimisation over the Sudoku polytope by interior points, complete by LP branching; measures how tight it is",
			Licence:       "MIT",
			Reference:     "J. Gunther, T. Moon: Entropy Minimization for Solving Sudoku, IEEE Trans. Signal Process. 60, 2012 [gunther2012]",
			Complete:      true,
			Deterministic: true,
			SoftClues:     true,
			Settings:      spec.Declare(usual),
			Metrics: []sudoku.Metric{{
				Name: offSolution, Unit: "cells", Max: math.Inf(1), HigherIsHarder: true,
				Source:  "Gunther & Moon, Entropy Minimization for Solving Sudoku, 2012, section III",
				Summary: "most cells' worth of probability that the linear relaxation can put on wrong digits; 0: it is a point",
				Labels:  []string{labelPoint, labelWider},
			}},
		},
		Solver: spec.With(newSolver),
		Grader: spec.With(newGrader),
	}
}
