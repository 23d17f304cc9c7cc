package evolve

import (
	"math/bits"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

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
	common  []uint64
}

// propagate narrows cand in place; false means that no solution exists.
func propagate(l *layout, cand []sudoku.Digits) bool {
	p := &propagator{layout: l, cand: cand, common: make([]uint64, len(l.peerBits[0]))}
	for changed := true; changed; {
		changed = false
		for h := range l.houses {
			narrowed, ok := p.differ(h)
			if !ok {
				return false
			}
			changed = p.locked(h) || narrowed || changed
		}
		if !allPossible(cand) {
			return false
		}
	}
	return true
}

func allPossible(cand []sudoku.Digits) bool {
	for _, c := range cand {
		if c == 0 {
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
	if len(cells) != p.n {
		return false
	}
	for d := 1; d <= p.n; d++ {
		p.commonPeers(cells, d)
		for w, word := range p.common {
			for ; word != 0; word &= word - 1 {
				c := w*64 + bits.TrailingZeros64(word)
				if p.cand[c].Has(d) {
					p.cand[c], changed = p.cand[c].Without(d), true
				}
			}
		}
	}
	return changed
}

// commonPeers sets common to the cells that see every place of digit d in the house.
func (p *propagator) commonPeers(cells []int, d int) {
	for w := range p.common {
		p.common[w] = ^uint64(0)
	}
	places := 0
	for _, c := range cells {
		if p.cand[c].Has(d) {
			places++
			for w, bits := range p.peerBits[c] {
				p.common[w] &= bits
			}
		}
	}
	if places == 0 {
		clear(p.common)
	}
}
