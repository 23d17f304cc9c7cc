package nine

import "math/bits"

// choose returns the undecided cell of least entropy: two candidates if there is such a cell, and among
// those the one with most peers of two candidates; else the first of three, else the first of more.
func (b *board) choose() int {
	var one, two, three, four cellSet
	for d := range b.cand {
		lo, hi := b.cand[d].lo, b.cand[d].hi
		four.lo |= three.lo & lo
		three.lo |= two.lo & lo
		two.lo |= one.lo & lo
		one.lo |= lo
		four.hi |= three.hi & hi
		three.hi |= two.hi & hi
		two.hi |= one.hi & hi
		one.hi |= hi
	}
	if pairs := (cellSet{two.lo &^ three.lo, two.hi &^ three.hi}); pairs.lo|pairs.hi != 0 {
		return pairs.busiest()
	}
	if triples := (cellSet{three.lo &^ four.lo, three.hi &^ four.hi}); triples.lo|triples.hi != 0 {
		return triples.first()
	}
	return b.open.first()
}

// busiest returns the cell of the set with most peers in the set.
func (s cellSet) busiest() int {
	best, most := 0, -1
	for rest := s; rest.lo|rest.hi != 0; {
		cell := rest.first()
		rest.lo &^= homes[cell].lo
		rest.hi &^= homes[cell].hi
		p := &peers[cell]
		if n := bits.OnesCount64(p.lo&s.lo) + bits.OnesCount64(p.hi&s.hi); n > most {
			best, most = cell, n
		}
	}
	return best
}

// first returns the lowest cell of a set that is not empty.
func (s cellSet) first() int {
	if s.lo != 0 {
		return bits.TrailingZeros64(s.lo)
	}
	return 54 + bits.TrailingZeros64(s.hi)%27
}
