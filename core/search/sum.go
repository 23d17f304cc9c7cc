package search

import (
	"math/bits"

	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
)

// sum has Σ w·x(c) lie in a range. Each cell is named once: weights of a cell that came again have been added.
type sum struct {
	of     []int32
	weight []int
	total  []clause.Range
}

func newSum(c *clause.Clause) *sum {
	p := &sum{total: c.Total}
	at := map[int]int{}
	for i, cell := range c.Cells {
		k, known := at[cell]
		if !known {
			k = len(p.of)
			at[cell] = k
			p.of, p.weight = append(p.of, int32(cell)), append(p.weight, 0)
		}
		p.weight[k] += c.Weight(i)
	}
	return p
}

func (p *sum) cells() []int32 { return p.of }

// propagate strikes what would take the total out of all ranges even if the other cells helped as much as they can.
func (p *sum) propagate(e *Engine) bool {
	for again := true; again; {
		again = false
		low, high := 0, 0
		for i, c := range p.of {
			l, h := p.bounds(i, e.cand[c])
			low, high = low+l, high+h
		}
		for i, c := range p.of {
			l, h := p.bounds(i, e.cand[c])
			left := uint64(0)
			for digits := e.cand[c]; digits != 0; digits &= digits - 1 {
				x := p.weight[i] * (bits.TrailingZeros64(digits) + 1)
				if within(p.total, low-l+x, high-h+x) {
					left |= digits & -digits
				}
			}
			if left != e.cand[c] {
				if !e.keep(c, left) {
					return false
				}
				again = true
				break
			}
		}
	}
	return true
}

// bounds returns the least and the most that the i-th cell adds to the sum.
func (p *sum) bounds(i int, digits uint64) (low, high int) {
	low, high = p.weight[i]*(bits.TrailingZeros64(digits)+1), p.weight[i]*bits.Len64(digits)
	return min(low, high), max(low, high)
}

// within reports whether a range has a number from low to high.
func within(total []clause.Range, low, high int) bool {
	for _, r := range total {
		if low <= r.High && high >= r.Low {
			return true
		}
	}
	return false
}
