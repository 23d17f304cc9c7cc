package relax

import (
	"fmt"
	"math"
)

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
