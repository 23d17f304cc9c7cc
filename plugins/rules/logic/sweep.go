package logic

import (
	"math/bits"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// A rating begins with a sweep: last cells and hidden singles, many at a time. However they are ordered, the
// same cells come to be filled and the same kinds of singles are needed, as long as a harder kind waits until
// there is no easier one, and that is all that a rating asks.

// sweeper counts what a sweep uses.
type sweeper struct {
	*engine
	rating *rating
}

// sweeps reports whether the ladder begins with the singles that a sweep places.
func (e *engine) sweeps() bool {
	return len(e.fitting) > 1 && e.fitting[0].name == "last_cell" && e.fitting[1].name == "hidden_single" &&
		!e.broken && e.left > 0 && e.ctx.Err() == nil
}

// open places what last cells and hidden singles place in the puzzle p that has been read, fills the board
// and returns the rating so far. Where p turns out to be impossible nothing is placed.
func (e *engine) open(p *sudoku.Puzzle) rating {
	var r rating
	e.path.names = e.path.names[:0]
	if e.sweeps() {
		s := sweeper{e, &r}
		if s.run() && e.left == 0 {
			return r
		}
		if e.fill(); !e.broken {
			return r
		}
		r, e.path.names = rating{}, e.path.names[:0]
		e.read(p)
	}
	e.fill()
	return r
}

// run places singles to the end. It reports false, and leaves the board broken, where two of them clash.
func (s *sweeper) run() bool {
	s.planes.last = slices.DeleteFunc(s.planes.last, func(h int32) bool { return s.empty[h] == 0 })
	for {
		if !s.lastCells() {
			return false
		}
		found := s.singles(s.layout.boxes, s.cells, "hidden_single_box", 1.2)
		if found == 0 {
			found = s.singles(s.layout.full, 1, "hidden_single", 1.5)
		}
		if found <= 0 {
			return found == 0
		}
	}
}

// note counts a technique when it is first used.
func (s *sweeper) note(technique string, rating float64) {
	names := len(s.path.names)
	if s.path.add(technique); len(s.path.names) > names {
		s.set(technique, rating)
		s.hint.cell = 0
		s.rating.add(&s.hint)
	}
}

// lastCells fills houses with one empty cell.
func (s *sweeper) lastCells() bool {
	p, l := s.planes, &s.layout
	for len(p.last) > 0 {
		h := p.last[len(p.last)-1]
		p.last = p.last[:len(p.last)-1]
		s.note("last_cell", 1.0)
		at := &l.at[h]
		open := at.mask << at.by &^ p.filled[at.word]
		if open == 0 {
			continue
		}
		cell := l.cell[at.word*64+bits.TrailingZeros64(open)]
		if !s.give(int(cell), bits.TrailingZeros64(^p.used[h])) {
			s.broken = true
			return false
		}
	}
	return true
}

// singles fills up to so many cells that are the only ones for a digit in a house with one of some guards,
// and returns how many, -1 for a clash. Behind each in a line there may be easier ones, which go before
// others. In sums of the words every house counts for itself: with a set that is not empty, all ones together
// reach the guard.
func (s *sweeper) singles(guards []uint64, most int, technique string, rating float64) int {
	p, l, found := s.planes, &s.layout, 0
	for w, wanted := range guards {
		low, guard := l.low[w], l.guard[w]
		ones := guard - low
		slots := p.slots[w*s.n:][:s.n]
		for v := range slots {
			m := slots[v] &^ p.filled[w]
			several := m & ((m | guard) - low)
			for one := (m + ones) &^ (several + ones) & wanted; one != 0; one &= one - 1 {
				at := &l.at[l.house[w*64+bits.TrailingZeros64(one)]]
				s.note(technique, rating)
				found++
				if !s.give(int(l.cell[w*64+bits.TrailingZeros64(m&(at.mask<<at.by))]), v) {
					s.broken = true
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
