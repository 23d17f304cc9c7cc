package relax

import (
	"fmt"
	"math"

	"github.com/sudokuctl/sudokuctl/core/spec"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

type settings struct {
	Variant      string  `setting:"variant" enum:"auto,sparse,reweighted,ilp,C,D,E,F,mixed,belief,sinkhorn,marginals" summary:"auto: complete search; A (sparse, reweighted), B (ilp), C to F: Table I; mixed: C, F and E in turn, another after each UP; belief, sinkhorn: the most certain digits of belief propagation and of Sinkhorn balancing; marginals: visit all grids and emit a most probable one"`
	Objective    string  `setting:"objective" enum:"any,most_probable,in_order" summary:"any: emit solutions in any order; a most probable one first, with its certificate; or all in order, the most probable first"`
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

// Spec describes the plugin convex: the solvers of Gunther and Moon's Table I, and the grader of how tight their
// relaxation is.
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

// norm is the function f(z) of (14) that a step minimises.
type norm uint8

const (
	linear norm = iota // yᵀz
	l1                 // ‖αy + z‖₁
	l2                 // ‖αy + z‖₂
)

// recipe says how the entropy is explored: a line of Table I.
type recipe struct {
	norm      norm
	mixed     bool // the norm changes after each UP
	direction direction
	alpha     float64 // α of the norms
	step      float64 // share of z that an update takes
	floor     float64 // probabilities below it count as it in the direction, so that their logarithm exists
	rounding  string  // how a point becomes a grid
	start     string  // where a walk begins that INIT has not ended
	perturbs  bool    // a symmetric first point is moved, once
	downs     int     // DOWN steps for each UP at most
	ups       int     // UP steps at most
}

// still is the length of z, in its largest entry, that counts as zero.
const still = 1e-5

// table holds the lines C to F of Table I. The legend's half step belongs to D: the text of section V.E gives
// it to C, against which speak the printed standard deviations of the iterations.
var table = map[string]recipe{
	"C": {norm: linear, step: 1},
	"D": {norm: linear, step: 0.5},
	"E": {norm: l1, step: 1},
	"F": {norm: l2, step: 1},

	"mixed": {norm: linear, mixed: true, step: 1},
}

// mixture is the norms of the recipe mixed, from one UP to the next.
var mixture = [...]norm{linear, l2, l1}

// newRecipe completes a line of the table by the settings. A step of 0 is the line's own.
func newRecipe(line string, s settings) (recipe, error) {
	r, ok := table[line]
	if !ok {
		return recipe{}, fmt.Errorf("recipe %q: not a line of Table I", line)
	}
	r.direction = newton
	if s.Direction == "gradient" {
		r.direction = gradient
	}
	if step := s.Step; step > 0 {
		r.step = step
	}
	r.alpha, r.floor = s.Alpha, s.Floor
	r.rounding, r.start, r.perturbs = s.Rounding, s.Start, s.Perturb
	r.downs, r.ups = s.Downs, s.Ups
	return r, nil
}

// direction sets y to an ascent direction of the entropy at x, where probabilities below floor count as floor:
// the logarithm of 0 does not exist. The paper raises x itself, which takes it off the polytope by as much.
type direction func(x []float64, floor float64, y []float64)

// gradient sets y = −log x − 1 (12).
func gradient(x []float64, floor float64, y []float64) {
	for j, v := range x {
		y[j] = -math.Log(max(v, floor)) - 1
	}
}

// newton sets y = −x∘log x − x (13): the gradient times the inverse of the Hessian −diag(1/x), up to sign.
func newton(x []float64, floor float64, y []float64) {
	for j, v := range x {
		v = max(v, floor)
		y[j] = -v*math.Log(v) - v
	}
}
