package board

import "math/bits"

// Pick chooses k of several sets so that their union has exactly k members: the shape of naked and hidden
// sets and of fish. It tries choices in increasing binary order (the highest member decides first), as Sudoku
// Explainer does, and drops a branch as soon as the union is too large.
//
//	sets[i]  the set at index i, 0 if index i may not be chosen
//	accept   is asked about each choice: chosen indexes and union; true ends the search
type Pick struct {
	Sets   []uint64
	K      int
	Accept func(chosen, union uint64) bool
}

// Search tries the choices and reports whether one was accepted.
func (p *Pick) Search() bool { return p.Extend(p.K, len(p.Sets), 0, 0) }

// Extend chooses still more members below index top.
func (p *Pick) Extend(still, top int, chosen, union uint64) bool {
	if still == 0 {
		return bits.OnesCount64(union) == p.K && p.Accept(chosen, union)
	}
	var open uint64
	for i, s := range p.Sets[:top] {
		open |= one(s) << uint(i)
	}
	return p.among(still, open, chosen, union)
}

// among chooses still more members of open.
func (p *Pick) among(still int, open, chosen, union uint64) bool {
	for m := open; m != 0; m &= m - 1 {
		bit := m & -m
		u := union | p.Sets[bits.TrailingZeros64(m)]
		n := bits.OnesCount64(u)
		switch {
		case n > p.K:
		case still > 1:
			if p.among(still-1, open&(bit-1), chosen|bit, u) {
				return true
			}
		case n == p.K && p.Accept(chosen|bit, u):
			return true
		}
	}
	return false
}

// Within keeps a set that has 2 … k members and turns any other into 0.
func Within(set uint64, k int) uint64 {
	if n := bits.OnesCount64(set); n < 2 || n > k {
		return 0
	}
	return set
}
