package relax

import (
	"fmt"
	"math"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// sumTolerance is how far the probabilities of a soft clue may be from summing to one.
const sumTolerance = 1e-6

// checkSoft refuses soft clues that are no probability distributions, naming the cell.
func checkSoft(p *sudoku.Puzzle) error {
	for _, s := range p.Soft {
		if s.Cell < 0 || s.Cell >= p.Geometry.Cells() {
			return fmt.Errorf("soft clue of cell %d: no such cell: %w", s.Cell, sudoku.ErrUnsupported)
		}
		if err := checkClue(p.Geometry.N(), s); err != nil {
			return fmt.Errorf("soft clue of %s: %w: %w", p.Geometry.CellName(s.Cell), err, sudoku.ErrUnsupported)
		}
	}
	return nil
}

func checkClue(n int, s sudoku.SoftClue) error {
	switch {
	case s.Allowed == 0:
		return fmt.Errorf("no digit is allowed")
	case s.Allowed&^sudoku.AllDigits(n) != 0:
		return fmt.Errorf("a digit beyond %d is allowed", n)
	case s.Prob == nil:
		return nil
	case len(s.Prob) != n:
		return fmt.Errorf("%d probabilities for %d digits", len(s.Prob), n)
	}
	sum := 0.0
	for i, v := range s.Prob {
		switch {
		case math.IsNaN(v) || v < 0 || v > 1:
			return fmt.Errorf("probability %v of digit %d is not between 0 and 1", v, i+1)
		case (v > 0) != s.Allowed.Has(i+1):
			return fmt.Errorf("probability %v of digit %d contradicts the allowed digits", v, i+1)
		}
		sum += v
	}
	if math.Abs(sum-1) > sumTolerance {
		return fmt.Errorf("the probabilities sum to %v", sum)
	}
	return nil
}

// priorCost returns the cost −log p of each candidate (cell·n + digit−1), 0 where nothing is known, in cost's memory.
func priorCost(p *sudoku.Puzzle, cost []float64) []float64 {
	n := p.Geometry.N()
	cost = resize(cost, n*p.Geometry.Cells())
	clear(cost)
	for _, s := range p.Soft {
		for d := range s.Allowed.All {
			if s.Prob != nil {
				cost[s.Cell*n+d-1] = -math.Log(s.Prob[d-1])
			}
		}
	}
	return cost
}
