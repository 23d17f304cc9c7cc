package relax

import (
	"math"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// probable is the objective of the most probable grid: minimise Σ −log p over the cells with soft clues. The
// tree then keeps the best grid found instead of emitting each, and its certificates speak of better grids only.
type probable struct {
	cost   []float64 // −log p of each candidate, cell·n + digit−1; 0 without a prior
	best   float64   // cost of the best grid, or more than any grid costs
	grid   sudoku.Grid
	found  bool
	lower  float64 // no grid costs less, as far as the search has come
	root   float64 // the same from the root's program alone
	base   float64 // cost of the cells that the current board has decided
	active bool    // the objective is in force
}

// probableTolerance is how much cheaper, in nats, a grid must be to count as more probable.
const probableTolerance = 1e-6

// begin prepares the objective for a puzzle. The first best is the cost that no grid exceeds, and a little.
func (o *probable) begin(p *sudoku.Puzzle) {
	o.cost = priorCost(p, o.cost)
	o.found, o.active, o.lower, o.root = false, true, math.Inf(1), 0
	n := p.Geometry().N()
	o.best = 1
	for c := range p.Geometry().Cells() {
		dearest := 0.0
		for _, v := range o.cost[c*n : (c+1)*n] {
			dearest = max(dearest, v)
		}
		o.best += dearest
	}
}

// of returns the cost of the decided cells of a grid.
func (o *probable) of(grid sudoku.Grid) (sum float64) {
	n := len(o.cost) / len(grid)
	for c, v := range grid {
		if v != 0 {
			sum += o.cost[c*n+int(v)-1]
		}
	}
	return sum
}

// offer takes a grid if it is the most probable so far.
func (o *probable) offer(grid sudoku.Grid) {
	if cost := o.of(grid); !o.found || cost < o.best {
		o.best, o.found, o.grid = cost, true, append(o.grid[:0], grid...)
		o.lower = min(o.lower, cost)
	}
}

// prices sets cost to the costs of a model's candidates.
func (o *probable) prices(m *model, cost []float64) []float64 {
	cost = resize(cost, m.variables())
	for j := range cost {
		cost[j] = o.cost[int(m.cell[j])*m.f.n+int(m.digit[j])-1]
	}
	return cost
}

// measures says how probable the best grid is, and how much more probable, in nats, another might be.
func (o *probable) measures(finished bool) []sudoku.Measure {
	if !o.found {
		return nil
	}
	gap := max(0, o.best-o.lower)
	if !finished {
		gap = max(0, o.best-min(o.lower, o.root))
	}
	certified := 0.0
	if gap <= 2*probableTolerance {
		certified = 1
	}
	return []sudoku.Measure{{Name: "log_probability", Value: -o.best}, {Name: "dual_gap", Value: gap},
		{Name: "certified", Value: certified}}
}

// priorCost returns the cost −log p of each candidate (cell·n + digit−1), 0 where nothing is known, in cost's memory.
func priorCost(p *sudoku.Puzzle, cost []float64) []float64 {
	n := p.Geometry().N()
	cost = resize(cost, n*p.Geometry().Cells())
	clear(cost)
	for _, s := range p.Soft() {
		for d := range s.Allowed.All {
			if s.Prob != nil {
				cost[s.Cell*n+d-1] = -math.Log(s.Prob[d-1])
			}
		}
	}
	return cost
}
