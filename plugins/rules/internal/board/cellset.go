package board

import "math/bits"

// CellSet is a set of cells, a bit a cell.
type CellSet []uint64

// NewCellSet returns an empty set with room for a number of cells.
func NewCellSet(cells int) CellSet { return make(CellSet, (cells+63)/64) }

// Has reports whether a cell is in the set.
func (s CellSet) Has(c int) bool { return s[uint(c)/64]>>(uint(c)%64)&1 == 1 }

// Add puts a cell into the set.
func (s CellSet) Add(c int) { s[uint(c)/64] |= 1 << (uint(c) % 64) }

// Remove takes a cell out of the set.
func (s CellSet) Remove(c int) { s[uint(c)/64] &^= 1 << (uint(c) % 64) }

// Take takes the first cell out of the set and returns it, -1 if there is none.
func (s CellSet) Take() int {
	for i, w := range s {
		if w != 0 {
			s[i] = w & (w - 1)
			return i*64 + bits.TrailingZeros64(w)
		}
	}
	return -1
}

// Len returns the number of cells.
func (s CellSet) Len() int {
	n := 0
	for _, w := range s {
		n += bits.OnesCount64(w)
	}
	return n
}

// SetAnd makes s the intersection of a and b, which may be s itself.
func (s CellSet) SetAnd(a, b CellSet) {
	for i := range s {
		s[i] = a[i] & b[i]
	}
}

// Meets reports whether a cell is in both sets.
func (s CellSet) Meets(b CellSet) bool {
	for i := range s {
		if s[i]&b[i] != 0 {
			return true
		}
	}
	return false
}

// ShareTwo reports whether two cells or more are in both sets.
func (s CellSet) ShareTwo(b CellSet) bool {
	seen := false
	for i := range s {
		m := s[i] & b[i]
		if m&(m-1) != 0 || m != 0 && seen {
			return true
		}
		seen = seen || m != 0
	}
	return false
}

// IsIn reports whether b holds all of s.
func (s CellSet) IsIn(b CellSet) bool {
	for i := range s {
		if s[i]&^b[i] != 0 {
			return false
		}
	}
	return true
}

// All calls yield with each cell of s in increasing order; it is an iter.Seq[int].
func (s CellSet) All(yield func(int) bool) {
	for i, w := range s {
		for ; w != 0; w &= w - 1 {
			if !yield(i*64 + bits.TrailingZeros64(w)) {
				return
			}
		}
	}
}

// one returns 1 for a set that is not empty, and 0 for one that is.
func one(set uint64) uint64 { return (set | -set) >> 63 }

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
