package relax

import (
	"math"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

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
