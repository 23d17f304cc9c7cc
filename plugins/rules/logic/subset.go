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
	for i := still - 1; i < top; i++ {
		if p.sets[i] == 0 {
			continue
		}
		u := union | p.sets[i]
		if bits.OnesCount64(u) <= p.k && p.extend(still-1, i, chosen|1<<uint(i), u) {
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
