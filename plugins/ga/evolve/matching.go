package evolve

import (
	"math/bits"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// matcher finds systems of distinct digits for the cells of one house: a matching of cells to digits.
type matcher struct {
	cand  []sudoku.Digits // by place in the house
	digit [sudoku.MaxSize]uint8
	owner [sudoku.MaxSize + 1]int8 // place that holds a digit, -1 for none
	reach [sudoku.MaxSize]uint64
	avoid sudoku.Digits // taken by a place only when all its other candidates are tried
}

// match gives each place one of its candidates, all different, taking the places in order; false if it cannot be.
func (m *matcher) match(cand []sudoku.Digits) bool {
	m.cand = cand
	for d := range m.owner {
		m.owner[d] = -1
	}
	for place := range cand {
		var tried sudoku.Digits
		if !m.augment(place, &tried) {
			return false
		}
	}
	return true
}

func (m *matcher) augment(place int, tried *sudoku.Digits) bool {
	for rest := m.cand[place] &^ *tried; rest != 0; rest = m.cand[place] &^ *tried {
		d := (rest &^ m.avoid).Min()
		if d == 0 {
			d = rest.Min()
		}
		*tried = tried.With(d)
		if m.owner[d] < 0 || m.augment(int(m.owner[d]), tried) {
			m.owner[d], m.digit[place] = int8(place), uint8(d)
			return true
		}
	}
	return false
}

const freeBit = 63 // of reach: a digit that nobody holds can be reached

// supported returns the candidates of a place that some matching gives it, after match has found one (Régin
// 1994). Place i may take the digit of place j when j can move on, from holder to holder, until somebody
// takes the digit that i leaves or one that is free.
func (m *matcher) supported(place int) sudoku.Digits {
	var keep sudoku.Digits
	for rest := m.cand[place]; rest != 0; rest &= rest - 1 {
		d := rest.Min()
		j := m.owner[d]
		if j < 0 || int(j) == place || m.reach[j]&(1<<place|1<<freeBit) != 0 {
			keep = keep.With(d)
		}
	}
	return keep
}

// close computes which places each place reaches by taking the digits of others.
func (m *matcher) close() {
	k := len(m.cand)
	for i, c := range m.cand {
		m.reach[i] = 0
		for ; c != 0; c &= c - 1 {
			if j := m.owner[bits.TrailingZeros64(uint64(c))+1]; j >= 0 {
				m.reach[i] |= 1 << j
			} else {
				m.reach[i] |= 1 << freeBit
			}
		}
	}
	for via := range k {
		for i := range k {
			if m.reach[i]>>via&1 == 1 {
				m.reach[i] |= m.reach[via]
			}
		}
	}
}

// The strengths of propagation.
const (
	byNothing  = "none"     // a gene holds the digits that its house lacks, anywhere
	byMatching = "matching" // all-different consistency of every house and locked candidates
)

// propagator narrows the candidates of all cells to a fixpoint. It only removes what no solution holds.
type propagator struct {
	*layout
	cand    []sudoku.Digits
	matcher matcher
	local   [sudoku.MaxSize]sudoku.Digits
	seen    []int // of each cell: how many places of a digit see it
}

// propagate narrows cand in place; false means that no solution exists.
func propagate(l *layout, cand []sudoku.Digits) bool {
	p := &propagator{layout: l, cand: cand, seen: make([]int, l.cells)}
	for changed := true; changed; {
		changed = false
		for h := range l.houses {
			narrowed, ok := p.differ(h)
			if !ok {
				return false
			}
			changed = p.locked(h) || narrowed || changed
		}
		if slices.Contains(cand, 0) {
			return false
		}
	}
	return true
}

// differ keeps in house h only the candidates that some assignment of different digits uses: naked and hidden
// singles, pairs, triples and so on at once. ok is false when there is no such assignment.
func (p *propagator) differ(h int) (changed, ok bool) {
	cells := p.houses[h].Cells
	local := p.local[:len(cells)]
	for i, c := range cells {
		local[i] = p.cand[c]
	}
	if !p.matcher.match(local) {
		return false, false
	}
	p.matcher.close()
	for i, c := range cells {
		if keep := p.matcher.supported(i); keep != p.cand[c] {
			p.cand[c], changed = keep, true
		}
	}
	return changed, true
}

// locked looks for digits whose places in house h have a common peer: the digit cannot stand in that peer.
func (p *propagator) locked(h int) (changed bool) {
	cells := p.houses[h].Cells
	for d := 1; d <= p.n && len(cells) == p.n; d++ {
		clear(p.seen)
		places := 0
		for _, c := range cells {
			if p.cand[c].Has(d) {
				places++
				for _, q := range p.geometry.Peers(c) {
					p.seen[q]++
				}
			}
		}
		for c, n := range p.seen {
			if places > 0 && n == places && p.cand[c].Has(d) {
				p.cand[c], changed = p.cand[c].Without(d), true
			}
		}
	}
	return changed
}
