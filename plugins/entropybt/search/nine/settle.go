package nine

import "math/bits"

// propagate removes candidates until nothing follows any more; false if the board has no solution.
func (b *board) propagate() bool {
	for {
		for d := range b.cand {
			if b.cand[d] != b.seen[d] && !b.settle(d) {
				return false
			}
		}
		again, ok := b.singles()
		if !ok {
			return false
		}
		if !again {
			for d := range b.cand {
				again = again || b.cand[d] != b.seen[d]
			}
			if !again {
				return true
			}
		}
	}
}

// settle lowers the entropy of one digit as far as the six permutations of each band and stack go, then
// takes the cells it must stand in away from the other digits. False if it has no place in some house.
func (b *board) settle(d int) bool {
	x, y, z := uint32(b.cand[d].lo)&full27, uint32(b.cand[d].lo>>27)&full27, uint32(b.cand[d].hi)&full27
	for {
		x0, y0, z0 := x, y, z
		x &= unfold[matrix(x)]
		y &= unfold[matrix(y)]
		z &= unfold[matrix(z)]
		x, y, z = stacks(x, y, z)
		if x == 0 || y == 0 || z == 0 {
			return false
		}
		if x == x0 && y == y0 && z == z0 {
			break
		}
	}
	now := cellSet{uint64(x) | uint64(y)<<27, uint64(z)}
	b.cand[d], b.seen[d] = now, now
	lo := (uint64(lone(x)) | uint64(lone(y))<<27) & b.open.lo
	hi := uint64(lone(z)) & b.open.hi
	if lo|hi != 0 {
		b.open.lo &^= lo
		b.open.hi &^= hi
		for e := range b.cand {
			b.cand[e].lo &^= lo
			b.cand[e].hi &^= hi
		}
		b.cand[d] = now
	}
	return true
}

// matrix folds the 27 cells of a band into its 3×3 matrix of minirows (bit 3·row+box).
func matrix(w uint32) uint32 {
	return (minirows[w&511] | minirows[w>>9&511]<<3 | minirows[w>>18&511]<<6) & 511
}

// stacks keeps, in each of the three stacks, the minicolumns that lie in one of the six permutations.
func stacks(x, y, z uint32) (uint32, uint32, uint32) {
	f, g, h := fold(x), fold(y), fold(z)
	p := settled[(f&7|g&7<<3|h&7<<6)&511]
	q := settled[(f>>3&7|g&(7<<3)|h&(7<<3)<<3)&511]
	r := settled[(f>>6|g>>6<<3|h>>6<<6)&511]
	const rows = 1 | 1<<9 | 1<<18
	return x & ((p&7 | q&7<<3 | r&7<<6) * rows),
		y & ((p>>3&7 | q&(7<<3) | r&(7<<3)<<3) * rows),
		z & ((p>>6 | q>>6<<3 | r>>6<<6) * rows)
}

// fold returns the columns in which a band holds the digit.
func fold(w uint32) uint32 { return (w | w>>9 | w>>18) & 511 }

// lone returns the cells of a band that are the only one of their row.
func lone(w uint32) uint32 {
	const low, rest = 1 | 1<<9 | 1<<18, 255 * (1 | 1<<9 | 1<<18)
	more := w & (w - low)
	top := (more&rest + rest | more) >> 8 & low
	return w &^ (top<<9 - top)
}

// singles restricts every digit to the cells that have no other candidate. ok is false when a cell is empty.
func (b *board) singles() (again, ok bool) {
	var oneLo, twoLo, oneHi, twoHi uint64
	for d := range b.cand {
		lo, hi := b.cand[d].lo, b.cand[d].hi
		twoLo |= oneLo & lo
		oneLo |= lo
		twoHi |= oneHi & hi
		oneHi |= hi
	}
	if oneLo != full54 || oneHi != full27 {
		return false, false
	}
	lo, hi := b.open.lo&^twoLo, b.open.hi&^twoHi
	if lo|hi == 0 {
		return false, true
	}
	for d := range b.cand {
		c := &b.cand[d]
		for w := c.lo & lo; w != 0; w &= w - 1 {
			r := &restrict[bits.TrailingZeros64(w)&63]
			c.lo &= r.lo
			c.hi &= r.hi
		}
		for w := c.hi & hi & full27; w != 0; w &= w - 1 {
			r := &restrict[54+bits.TrailingZeros64(w)]
			c.lo &= r.lo
			c.hi &= r.hi
		}
	}
	return true, true
}

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
	pairs := cellSet{two.lo &^ three.lo, two.hi &^ three.hi}
	if pairs.lo|pairs.hi != 0 {
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
	return 54 + bits.TrailingZeros64(s.hi)&31
}
