package evolve

import (
	"slices"

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
