package relax

import "github.com/sudokuctl/sudokuctl/plugins/convex/interior"

// bound turns any y into statements about the grids of a model. For costs c (all 0 when only existence
// matters) every grid x satisfies A x = 1 and holds one digit in each cell, so that
//
//	cᵀx = yᵀ1 + (c − Aᵀy)ᵀx ≥ L(y) = yᵀ1 + Σ_cells min_d (c − Aᵀy)_(cell,d) + Σ_slacks min(0, −Aᵀy)
//
// whatever y is: it need not be dual feasible, nor exact. Three conclusions:
//
//	c = 0 and L(y) > 0           there is no grid (Farkas)
//	L(y) ≥ the best cost known   there is no better grid
//	L(y) + r_j − min_d r > best  no better grid holds candidate j, r = c − Aᵀy (dual elimination)
//
// with best = 0 for c = 0. The sums are compared with a margin far above their rounding errors.
type bound struct {
	*program
	cost  []float64 // nil for c = 0
	best  float64   // cost of the best grid known, 0 for c = 0
	least []float64 // smallest reduced cost of each open cell
	value float64   // L(y) − margin
}

// Margins of the certificates: absolute, and relative to Σ|y|.
const (
	absoluteMargin = 1e-8
	relativeMargin = 1e-10
)

// prepare makes the bound speak of the program's model with costs c, nil for none.
func (b *bound) prepare(p *program, cost []float64) { b.program, b.cost, b.best = p, cost, 0 }

// evaluate computes L(y) for the engine's current y.
func (b *bound) evaluate(e *interior.Engine) {
	sum, size := 0.0, 0.0
	for _, v := range e.Y {
		sum += v
		size += max(v, -v)
	}
	b.least = resize(b.least, len(b.cells))
	for i := range b.cells {
		first := b.at[i]
		least := b.reduced(e, first)
		for j := first + 1; j < b.at[i+1]; j++ {
			least = min(least, b.reduced(e, j))
		}
		b.least[i] = least
		sum += least
	}
	for _, v := range e.ATY[b.variables():] {
		sum += min(0, -v)
	}
	b.value = sum - absoluteMargin - relativeMargin*size
}

func (b *bound) reduced(e *interior.Engine, j int32) float64 {
	if b.cost == nil {
		return -e.ATY[j]
	}
	return b.cost[j] - e.ATY[j]
}

// refutes reports whether y proves that no grid is better than best.
func (b *bound) refutes(e *interior.Engine) bool {
	b.evaluate(e)
	return b.value > b.best
}

// eliminate calls strike with each candidate that, by the latest evaluation, no grid better than best holds,
// and with what a grid that holds it costs at least.
func (b *bound) eliminate(e *interior.Engine, strike func(j int32, least float64)) {
	for i := range b.cells {
		for j := b.at[i]; j < b.at[i+1]; j++ {
			if least := b.value + b.reduced(e, j) - b.least[i]; least > b.best {
				strike(j, least)
			}
		}
	}
}
