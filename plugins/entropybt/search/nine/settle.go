package nine

import "math/bits"

// propagate removes candidates until nothing follows any more; false if the board has no solution.
func (b *board) propagate() bool {
	for {
		for b.stale != 0 {
			d := bits.TrailingZeros(b.stale)
			b.stale &= b.stale - 1
			if !b.settle(d) {
				return false
			}
		}
		if !b.singles() {
			return false
		}
		if b.stale == 0 {
			return true
		}
	}
}

// settle lowers the entropy of one digit as far as the six permutations of each band and stack go, then
// takes the cells it must stand in away from the other digits. False if it has no place in some house.
func (b *board) settle(d int) bool {
	c := &b.cand[d]
	x, y, z := uint32(c.lo)&full27, uint32(c.lo>>27)&full27, uint32(c.hi)&full27
	for {
		x &= unfold[matrix(x)]
		y &= unfold[matrix(y)]
		z &= unfold[matrix(z)]
		if x == 0 || y == 0 || z == 0 {
			return false
		}
		f, g, h := stacks(fold(x), fold(y), fold(z))
		rest := x&^f | y&^g | z&^h
		x, y, z = x&f, y&g, z&h
		if rest == 0 {
			break
		}
	}
	c.lo, c.hi = uint64(x)|uint64(y)<<27, uint64(z)
	lo := (uint64(lone(x)) | uint64(lone(y))<<27) & b.open.lo
	hi := uint64(lone(z)) & b.open.hi
	if lo|hi != 0 {
		b.take(d, lo, hi)
	}
	return true
}

// take gives open cells to a digit.
func (b *board) take(d int, lo, hi uint64) {
	b.open.lo &^= lo
	b.open.hi &^= hi
	keep := b.cand[d]
	var stale uint
	for e := range b.cand {
		c := &b.cand[e]
		hit := c.lo&lo | c.hi&hi
		c.lo &^= lo
		c.hi &^= hi
		stale |= uint((hit|-hit)>>63) << e
	}
	b.cand[d] = keep
	b.stale |= stale &^ (1 << d)
}

// matrix folds the 27 cells of a band into its 3×3 matrix of minirows (bit 3·row+box).
func matrix(w uint32) uint32 {
	return uint32(minirows[w&511] | minirows[w>>9&511]<<3 | minirows[w>>18&511]<<6)
}

// stacks returns, for the columns in which each band holds a digit, the cells whose minicolumn lies in one
// of the six permutations of its stack.
func stacks(f, g, h uint32) (x, y, z uint32) {
	p := settled[(f&7|g&7<<3|h&7<<6)&511]
	q := settled[(f>>3&7|g&(7<<3)|h&(7<<3)<<3)&511]
	r := settled[(f>>6|g>>6<<3|h>>6<<6)&511]
	const rows = 1 | 1<<9 | 1<<18
	return (p&7 | q&7<<3 | r&7<<6) * rows, (p>>3&7 | q&(7<<3) | r&(7<<3)<<3) * rows,
		(p>>6 | q>>6<<3 | r>>6<<6) * rows
}

// fold returns the columns in which a band holds the digit.
func fold(w uint32) uint32 { return (w | w>>9 | w>>18) & 511 }

// lone returns the cells of a band that are the only one of their row. Every row must have one.
func lone(w uint32) uint32 {
	const low, rest = 1 | 1<<9 | 1<<18, 255 * (1 | 1<<9 | 1<<18)
	more := w & (w - low)
	top := (more&rest + rest | more) >> 8 & low
	return w &^ (top<<9 - top)
}

// singles restricts every digit to the cells that have no other candidate. False if a cell is empty.
func (b *board) singles() bool {
	var oneLo, twoLo, oneHi, twoHi uint64
	for d := range b.cand {
		lo, hi := b.cand[d].lo, b.cand[d].hi
		twoLo |= oneLo & lo
		oneLo |= lo
		twoHi |= oneHi & hi
		oneHi |= hi
	}
	if oneLo != full54 || oneHi != full27 {
		return false
	}
	lo, hi := b.open.lo&^twoLo, b.open.hi&^twoHi
	if lo|hi == 0 {
		return true
	}
	for d := range b.cand {
		c := &b.cand[d]
		l, h := c.lo&lo, c.hi&hi
		if l|h == 0 {
			continue
		}
		b.stale |= 1 << d
		for ; l != 0; l &= l - 1 {
			r := &restrict[bits.TrailingZeros64(l)&63]
			c.lo &= r.lo
			c.hi &= r.hi
		}
		for ; h != 0; h &= h - 1 {
			r := &restrict[54+bits.TrailingZeros64(h)&31]
			c.lo &= r.lo
			c.hi &= r.hi
		}
	}
	return true
}
