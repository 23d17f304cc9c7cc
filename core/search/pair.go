package search

import (
	"math/bits"

	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
)

// pair has two cells hold digits that go together.
type pair struct {
	of          []int32
	there, back *image
}

func (p *pair) cells() []int32 { return p.of }

// propagate leaves each cell what goes with a digit of the other.
func (p *pair) propagate(e *Engine) bool {
	a, b := p.of[0], p.of[1]
	return e.keep(b, p.there.of(e.cand[a])) && e.keep(a, p.back.of(e.cand[b]))
}

// image says for each set of digits what goes with one of them: one look-up for each five digits.
type image [][32]uint64

func newImage(with []clause.Digits) *image {
	m := make(image, (len(with)+4)/5)
	for i := range m {
		for set := 1; set < 32; set++ {
			m[i][set] = m[i][set&(set-1)]
			if d := 5*i + bits.TrailingZeros(uint(set)); d < len(with) {
				m[i][set] |= uint64(with[d])
			}
		}
	}
	return &m
}

func (m *image) of(digits uint64) (all uint64) {
	for i := range *m {
		all |= (*m)[i][digits&31]
		digits >>= 5
	}
	return all
}
