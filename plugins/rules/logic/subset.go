package logic

import "math/bits"

// pick chooses k of several sets so that their union has exactly k members: the shape of naked and hidden
// sets and of fish. It tries choices in increasing binary order (the highest member decides first), as Sudoku
// Explainer does, and drops a branch as soon as the union is too large.
//
//	sets[i]  the set at index i, 0 where index i may not be chosen
//	accept   is asked about each choice: chosen indexes and union; true ends the search
type pick struct {
	sets   []uint64
	k      int
	accept func(chosen, union uint64) bool
}

func (p *pick) search() bool { return p.extend(p.k, len(p.sets), 0, 0) }

// extend chooses still more members below index top.
func (p *pick) extend(still, top int, chosen, union uint64) bool {
	if still == 0 {
		return bits.OnesCount64(union) == p.k && p.accept(chosen, union)
	}
	var open uint64
	for i, s := range p.sets[:top] {
		open |= one(s) << uint(i)
	}
	return p.among(still, open, chosen, union)
}

// among chooses still more members of open.
func (p *pick) among(still int, open, chosen, union uint64) bool {
	for m := open; m != 0; m &= m - 1 {
		bit := m & -m
		u := union | p.sets[bits.TrailingZeros64(m)]
		n := bits.OnesCount64(u)
		switch {
		case n > p.k:
		case still > 1:
			if p.among(still-1, open&(bit-1), chosen|bit, u) {
				return true
			}
		case n == p.k && p.accept(chosen|bit, u):
			return true
		}
	}
	return false
}

// within keeps a set that has 2 … k members and turns any other into 0.
func within(set uint64, k int) uint64 {
	if n := bits.OnesCount64(set); n < 2 || n > k {
		return 0
	}
	return set
}
