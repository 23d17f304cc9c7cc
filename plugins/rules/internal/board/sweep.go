package board

import (
	"math/bits"
	"slices"
)

// A sweep places last cells and hidden singles, many at a time. However they are ordered, the same cells come
// to be filled and the same kinds of singles are needed, as long as a harder kind waits until there is no
// easier one, and that is all that a rating asks.

// Swept is a kind of single that a sweep places; a harder kind is greater.
type Swept uint8

const (
	SweptLast   Swept = iota // the last cell of a house
	SweptBox                 // hidden in a box
	SweptHidden              // hidden in another house
)

// sweeper lists the kinds of singles that a sweep uses, in the order of first use.
type sweeper struct {
	reader
	kinds []Swept
}

// Sweep places singles to the end on a board of which the givens have been read and appends their kinds to a
// list, in the order of first use. It reports false, and leaves the board broken, if two of them clash. The
// candidates must be filled in afterwards.
func (b *Board) Sweep(kinds []Swept) ([]Swept, bool) {
	s := sweeper{reader{b}, kinds}
	ok := s.run()
	return s.kinds, ok
}

func (s *sweeper) run() bool {
	s.planes.last = slices.DeleteFunc(s.planes.last, func(h int32) bool { return s.Empty[h] == 0 })
	for {
		if !s.lastCells() {
			return false
		}
		found := s.singles(s.layout.boxes, s.Cells, SweptBox)
		if found == 0 {
			found = s.singles(s.layout.full, 1, SweptHidden)
		}
		if found <= 0 {
			return found == 0
		}
	}
}

// note adds a kind when it is first used.
func (s *sweeper) note(kind Swept) {
	if !slices.Contains(s.kinds, kind) {
		s.kinds = append(s.kinds, kind)
	}
}

// lastCells fills houses with one empty cell.
func (s *sweeper) lastCells() bool {
	p, l := s.planes, s.layout
	for len(p.last) > 0 {
		h := p.last[len(p.last)-1]
		p.last = p.last[:len(p.last)-1]
		s.note(SweptLast)
		at := &l.at[h]
		open := at.mask << at.by &^ p.filled[at.word]
		if open == 0 {
			continue
		}
		cell := l.cell[at.word*64+bits.TrailingZeros64(open)]
		if !s.give(int(cell), bits.TrailingZeros64(^p.used[h])) {
			s.Broken = true
			return false
		}
	}
	return true
}

// singles fills at most most cells that are the only ones for a digit in a house with one of some guards,
// and returns how many, -1 for a clash. Behind each in a line there may be easier ones, which go before
// others. In sums of the words every house counts for itself: with a set that is not empty, all ones together
// reach the guard.
func (s *sweeper) singles(guards []uint64, most int, kind Swept) int {
	p, l, found := s.planes, s.layout, 0
	for w, wanted := range guards {
		if wanted == 0 {
			continue
		}
		low, guard := l.low[w], l.guard[w]
		ones := guard - low
		slots := p.slots[w*s.N:][:s.N]
		for v := range slots {
			m := slots[v] &^ p.filled[w]
			several := m & ((m | guard) - low)
			for one := (m + ones) &^ (several + ones) & wanted; one != 0; one &= one - 1 {
				at := &l.at[l.house[w*64+bits.TrailingZeros64(one)]]
				s.note(kind)
				found++
				if !s.give(int(l.cell[w*64+bits.TrailingZeros64(m&(at.mask<<at.by))]), v) {
					s.Broken = true
					return -1
				}
				if found == most {
					return found
				}
			}
		}
	}
	return found
}
