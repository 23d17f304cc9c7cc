package relax

import "fmt"

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
	direction direction
	alpha     float64 // α of the norms
	step      float64 // share of z that an update takes
	floor     float64 // probabilities below it count as it in the direction, so that their logarithm exists
	half      float64 // threshold of the rounding [x]
	largest   bool    // rounding takes the most probable digit of each cell instead
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
}

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
	r.alpha, r.floor, r.half = s.Alpha, s.Floor, 0.5
	r.largest = s.Rounding == "largest"
	r.downs, r.ups = s.Downs, s.Ups
	return r, nil
}
