package logic

import "math/bits"

// cellSet is a set of cells, a bit a cell.
type cellSet []uint64

func newCellSet(cells int) cellSet { return make(cellSet, (cells+63)/64) }

func (s cellSet) has(c int) bool { return s[uint(c)/64]>>(uint(c)%64)&1 == 1 }
func (s cellSet) add(c int)      { s[uint(c)/64] |= 1 << (uint(c) % 64) }
func (s cellSet) remove(c int)   { s[uint(c)/64] &^= 1 << (uint(c) % 64) }

func (s cellSet) len() int {
	n := 0
	for _, w := range s {
		n += bits.OnesCount64(w)
	}
	return n
}

// setAnd makes s the intersection of a and b, which may be s itself.
func (s cellSet) setAnd(a, b cellSet) {
	for i := range s {
		s[i] = a[i] & b[i]
	}
}

// isIn reports whether b holds all of s.
func (s cellSet) isIn(b cellSet) bool {
	for i := range s {
		if s[i]&^b[i] != 0 {
			return false
		}
	}
	return true
}

// all calls yield with each cell of s in increasing order; it is an iter.Seq[int].
func (s cellSet) all(yield func(int) bool) {
	for i, w := range s {
		for ; w != 0; w &= w - 1 {
			if !yield(i*64 + bits.TrailingZeros64(w)) {
				return
			}
		}
	}
}
