package uniqueness

import (
	"math/bits"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/board"
)

// A unique loop is a closed path of four cells or more that all hold the digits a and b, each step inside one
// house, so that every house is visited once in each direction or not at all. If the cells held nothing but a
// and b, exchanging the two along the loop would give a second solution; so one of the cells with further
// digits ("extra cells") must hold one of these. Four cells make a unique rectangle.

// loopFinder walks along all loops from all cells with two candidates and keeps the best hint.
type loopFinder struct {
	*board.Position
	start  int
	pair   uint64        // a and b
	path   []int         // the cells so far, from start
	onPath board.CellSet // the same as a set
	extra  []int         // the closed loop's cells with further digits
	// house → bit 0 set when visited by a cell at an even place of the path, bit 1 by one at an odd
	parity []uint8
	core   board.CellSet // cells that a loop of the pair may visit
	cored  uint64        // the pair
	rating float64       // of the best hint so far, 0 for none
	kind   int           // its type, 1 … 4
	best   board.Hint
	trial  board.Hint
	sets   [sudoku.MaxSize]uint64
}

func UniqueLoop(p *board.Position) board.Technique {
	return &loopFinder{Position: p, onPath: board.NewCellSet(p.Cells), parity: make([]uint8, len(p.Houses)),
		core: board.NewCellSet(p.Cells)}
}

// Each finds one unique rectangle or loop: that of the lowest rating, then type, then the one found first.
func (f *loopFinder) Each(done func() bool) bool {
	f.rating, f.kind, f.cored = 0, 0, 0
	for c, vs := range f.Cand {
		if bits.OnesCount64(vs) == 2 {
			f.start, f.pair = c, vs
			if f.findCore(); f.core.Has(c) {
				f.follow(c, -1, 2, 0)
			}
		}
	}
	if f.kind == 0 {
		return false
	}
	f.Hint, f.best = f.best, f.Hint
	return done()
}

// follow extends the path by a cell reached through a house of kind by. Up to two cells may hold further
// digits, more only while all share one: allowed counts down, extras is the union of the further digits,
// including those of cells that were tried beside the path (as Sudoku Explainer has it).
func (f *loopFinder) follow(cell, by, allowed int, extras uint64) {
	side := uint8(1) << (len(f.path) & 1)
	f.path = append(f.path, cell)
	f.onPath.Add(cell)
	f.visit(cell, side)
	for _, s := range f.Seats[cell] {
		kind := int(f.Houses[s.House].Kind)
		if kind == by {
			continue
		}
		i := int(s.House) * f.N
		a, b := bits.TrailingZeros64(f.pair), bits.TrailingZeros64(f.pair&(f.pair-1))
		for m := f.Pos[i+a] & f.Pos[i+b]; m != 0; m &= m - 1 {
			next := f.CellAt(int(s.House), m)
			if next == f.start && len(f.path) >= 4 {
				f.closed()
			}
			if f.onPath.Has(next) {
				continue
			}
			further := f.Cand[next] &^ f.pair
			extras |= further
			if !f.core.Has(next) || f.visited(next, side^3) {
				continue
			}
			switch {
			case further == 0:
				f.follow(next, kind, allowed, extras)
			case allowed > 0 || bits.OnesCount64(extras) == 1:
				f.follow(next, kind, allowed-1, extras)
			}
		}
	}
	f.path = f.path[:len(f.path)-1]
	f.onPath.Remove(cell)
	f.visit(cell, side)
}

// findCore finds the cells that loops of the pair may visit: each of their houses has another.
func (f *loopFinder) findCore() {
	if f.cored == f.pair {
		return
	}
	f.cored = f.pair
	clear(f.core)
	for c, vs := range f.Cand {
		if vs&f.pair == f.pair {
			f.core.Add(c)
		}
	}
	for again := true; again; {
		again = false
		for c := range f.core.All {
			if f.isAlone(c) {
				f.core.Remove(c)
				again = true
			}
		}
	}
}

// isAlone reports whether some house of a cell has no other cell in the core.
func (f *loopFinder) isAlone(c int) bool {
	a, b := bits.TrailingZeros64(f.pair), bits.TrailingZeros64(f.pair&(f.pair-1))
	for _, s := range f.Seats[c] {
		m := f.Pos[int(s.Row)+a] & f.Pos[int(s.Row)+b] &^ s.Bit
		for m != 0 && !f.core.Has(f.CellAt(int(s.House), m)) {
			m &= m - 1
		}
		if m == 0 {
			return true
		}
	}
	return false
}

// visit turns the marks of a cell's houses on one side, even or odd.
func (f *loopFinder) visit(c int, side uint8) {
	for _, s := range f.Seats[c] {
		f.parity[s.House] ^= side
	}
}

// visited reports whether a house of a cell has been visited on one side: no loop that visits it there again
// alternates.
func (f *loopFinder) visited(c int, side uint8) bool {
	for _, s := range f.Seats[c] {
		if f.parity[s.House]&side != 0 {
			return true
		}
	}
	return false
}

// closed looks at a closed loop.
func (f *loopFinder) closed() {
	base := loopRating(len(f.path))
	if f.kind != 0 && base > f.rating || !f.alternates() {
		return
	}
	f.extra = f.extra[:0]
	for _, c := range f.path {
		if f.Cand[c]&^f.pair != 0 {
			f.extra = append(f.extra, c)
		}
	}
	switch {
	case len(f.extra) == 0:
	case len(f.extra) == 1:
		f.type1(base)
	case len(f.extra) > 2 || f.extras()&(f.extras()-1) == 0:
		f.type2(base)
	default:
		f.type3(base)
	}
	if len(f.extra) == 2 {
		f.type4(base)
	}
}

// extras returns the further digits of the extra cells.
func (f *loopFinder) extras() uint64 {
	var vs uint64
	for _, c := range f.extra {
		vs |= f.Cand[c]
	}
	return vs &^ f.pair
}

// loopRating returns 4.5 for a rectangle, more for longer loops; added up as Sudoku Explainer does.
func loopRating(cells int) float64 {
	rating := 4.5
	if cells >= 10 {
		rating += 0.3
	}
	switch {
	case cells >= 8:
		rating += 0.2
	case cells >= 6:
		rating += 0.1
	}
	return rating
}

// alternates reports whether every house is visited exactly once at an even and once at an odd place, or
// never.
func (f *loopFinder) alternates() bool {
	for _, c := range f.path {
		for _, s := range f.Seats[c] {
			if f.parity[s.House] != 3 {
				return false
			}
		}
	}
	return true
}

// try begins a hint unless the best so far comes before it; keep makes it the best if it removes something.
func (f *loopFinder) try(kind int, rating float64) bool {
	if f.kind != 0 && (rating > f.rating || rating == f.rating && kind >= f.kind) {
		return false
	}
	name := "unique_loop_"
	if len(f.path) == 4 {
		name = "unique_rectangle_"
	}
	f.trial.Reset(name+string('0'+rune(kind)), rating)
	f.trial.Cells = append(f.trial.Cells, f.path...)
	return true
}

func (f *loopFinder) keep(kind int) bool {
	if len(f.trial.Strikes) == 0 {
		return false
	}
	f.best, f.trial = f.trial, f.best
	f.rating, f.kind = f.best.Rating, kind
	return true
}
