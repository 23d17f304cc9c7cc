package search

import (
	"math/bits"

	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
)

// pair has two cells hold digits that go together.
type pair struct {
	of          []int32
	there, back []clause.Digits // by digit of the one cell: what the other may hold
}

func newPair(c *clause.Clause) *pair {
	return &pair{narrow(c.Cells), c.Relation.There, c.Relation.Back}
}

func (p *pair) cells() []int32 { return p.of }

// propagate leaves each cell what goes with a digit of the other.
func (p *pair) propagate(e *Engine) bool {
	a, b := p.of[0], p.of[1]
	return e.keep(b, image(p.there, e.cand[a])) && e.keep(a, image(p.back, e.cand[b]))
}

// image returns all that goes with a digit of a set.
func image(with []clause.Digits, digits uint64) (all uint64) {
	for ; digits != 0; digits &= digits - 1 {
		all |= uint64(with[bits.TrailingZeros64(digits)])
	}
	return all
}
