package search

import (
	"math/bits"

	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
)

// pair has two cells hold digits that go together.
type pair struct {
	of          []int32
	there, back *image
	needs       bool // a digit may be needed
}

// needs reports whether a digit can be in only few pairs of a relation. A relation that allows most pairs, or puts
// digits in an order, is of no use.
func needs(r *clause.Relation) bool {
	allowed, transitive := 0, true
	for _, with := range r.There {
		allowed += with.Len()
		for d := range with.All {
			transitive = transitive && r.There[d-1]&^with == 0
		}
	}
	return !transitive && 3*allowed <= 2*len(r.There)*len(r.There)
}

func (p *pair) cells() []int32 { return p.of }

// mostNeeded is up to how many digits each cell may hold for a pair to ask which of them it needs.
const mostNeeded = 4

// propagate leaves each cell what goes with a digit of the other. A digit that one cell holds whenever the other does not,
// as 2 where a black dot has 1 2 4 in both cells, leaves all cells that see both.
func (p *pair) propagate(e *Engine) bool {
	a, b := p.of[0], p.of[1]
	if !e.keep(b, p.there.of(e.cand[a])) || !e.keep(a, p.back.of(e.cand[b])) {
		return false
	}
	if !p.needs || max(bits.OnesCount64(e.cand[a]), bits.OnesCount64(e.cand[b])) > mostNeeded {
		return true
	}
	for both := e.cand[a] & e.cand[b]; both != 0; both &= both - 1 {
		digit := both & -both
		if p.there.of(e.cand[a]&^digit)&e.cand[b] == digit && !e.need(p.of, digit) {
			return false
		}
	}
	return true
}

// image says for each set of digits what goes with one of them: one look-up for each five digits.
type image [][32]uint64

// newImage returns tables that map a set of digits to the digits in relation with them, five digits at a time.
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

// of returns the digits in relation with at least one of a set.
func (m *image) of(digits uint64) (all uint64) {
	for i := range *m {
		all |= (*m)[i][digits&31]
		digits >>= 5
	}
	return all
}

// differ has no digit come twice among some cells, fewer than a house has or in no house.
type differ struct{ of []int32 }

func (p *differ) cells() []int32 { return p.of }

// propagate takes the digit of each filled cell from the others, and counts the digits that are left.
func (p *differ) propagate(e *Engine) bool {
	var single, all uint64
	for again := true; again; {
		again = false
		single, all = 0, 0
		for _, c := range p.of {
			left := e.cand[c]
			all |= left
			if left&(left-1) == 0 {
				if single&left != 0 {
					return false
				}
				single |= left
			}
		}
		for _, c := range p.of {
			if left := e.cand[c]; left&(left-1) != 0 && left&single != 0 {
				if !e.removeAll(c, single) {
					return false
				}
				again = true
			}
		}
	}
	return bits.OnesCount64(all) >= len(p.of)
}

// in is a set of digits for a cell.
type in struct {
	cell   []int32
	digits uint64
}

func (p *in) cells() []int32 { return p.cell }

func (p *in) propagate(e *Engine) bool { return e.keep(p.cell[0], p.digits) }
