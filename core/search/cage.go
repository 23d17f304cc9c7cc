package search

import (
	"math/bits"
	"slices"
)

// cage has cells that differ hold a set of a family: a killer cage, a renban line, an innie.
type cage struct {
	of   []int32
	in   *family
	pack bool // the candidates of all cells fit into a word, so that answers are remembered
	cand []uint64
	kept []uint64
}

func (e *Engine) newCage(cells []int32, in *family) *cage {
	scratch := make([]uint64, 2*len(cells))
	return &cage{of: cells, in: in, pack: len(cells)*e.frame.n < 64 && len(cells) <= mostMatched,
		cand: scratch[:len(cells)], kept: scratch[len(cells):]}
}

func (p *cage) cells() []int32 { return p.of }

// propagate leaves the cells what some set of the family leaves them. A digit of all sets that are left leaves the cells
// that see all its places.
func (p *cage) propagate(e *Engine) bool {
	n := e.frame.n
	packed := uint64(0)
	for i, c := range p.of {
		p.cand[i] = e.cand[c]
		packed = packed<<n | e.cand[c]
	}
	var needed uint64
	if p.pack {
		at := e.memo.at(packed, p.in.number)
		if at.packed != packed || at.number != p.in.number {
			at.needed = p.sift()
			at.packed, at.number, at.kept = packed, p.in.number, 0
			for _, k := range p.kept {
				at.kept = at.kept<<n | k
			}
		}
		if at.kept == 0 {
			return false
		}
		needed = at.needed
		if at.kept != packed {
			kept, all := at.kept, uint64(1)<<n-1
			for i := len(p.of) - 1; i >= 0; i-- {
				if !e.keep(p.of[i], kept&all) {
					return false
				}
				kept >>= n
			}
		}
	} else {
		needed = p.sift()
		for i, c := range p.of {
			if !e.keep(c, p.kept[i]) {
				return false
			}
		}
	}
	return p.need(e, needed)
}

// sift finds what the sets leave the cells, in kept, and returns the digits of all sets that are left.
func (p *cage) sift() (needed uint64) {
	clear(p.kept)
	var all, fixed uint64
	for _, c := range p.cand {
		all |= c
		if c&(c-1) == 0 {
			fixed |= c
		}
	}
	needed = ^uint64(0)
sets:
	for _, set := range p.in.sets {
		if needed&^fixed == 0 && slices.Equal(p.kept, p.cand) {
			break // no other set can change that
		}
		if set&^all != 0 || fixed&^set != 0 {
			continue
		}
		for _, c := range p.cand {
			if c&set == 0 {
				continue sets
			}
		}
		if len(p.of) <= mostMatched {
			if !match(set, p.cand, p.kept) {
				continue
			}
		} else {
			for i, c := range p.cand {
				p.kept[i] |= c & set
			}
		}
		needed &= set
	}
	if p.kept[0] == 0 {
		return 0
	}
	return needed
}

// need strikes digits that the cells must hold from all cells that see every place of theirs.
func (p *cage) need(e *Engine, needed uint64) bool {
	for ; needed != 0; needed &= needed - 1 {
		digit := needed & -needed
		d := int32(bits.TrailingZeros64(needed))
		e.common = append(e.common[:0], e.clauses.every...)
		for _, c := range p.of {
			if e.cand[c]&digit != 0 {
				for w, seen := range e.clauses.sees[c] {
					e.common[w] &= seen
				}
			}
		}
		for w, seen := range e.common {
			for ; seen != 0; seen &= seen - 1 {
				c := int32(w<<6 + bits.TrailingZeros64(seen))
				if e.cand[c]&digit != 0 && !e.remove(c, d) {
					return false
				}
			}
		}
	}
	return true
}
