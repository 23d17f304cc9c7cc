package nine

import (
	"math"
	"math/bits"
)

// board is the state of the scalar kernel.
type board struct {
	cand  [9]cellSet // the cells in which a digit can stand
	open  cellSet    // the cells whose digit is not known yet
	stale uint       // bit d: cand[d] has changed since settle looked at it
}

// scalar is the portable kernel: 64-bit words and small tables.
type scalar struct {
	now   board
	live  bool // now is still to be searched; else the top of the stack is next
	cells int  // how many guesses are still to be made in cells
	depth int
	stack [81 + 54]board // a guess decides a cell, or a digit in one of six lines
}

func newScalar() kernel { return new(scalar) }

func (s *scalar) load(givens *[81]uint8) {
	s.depth, s.cells = 0, patience
	s.live = s.now.fill(givens)
	if open := &s.now.open; bits.OnesCount64(open.lo)+bits.OnesCount64(open.hi) > 81-fewestClues {
		s.cells = math.MaxInt
	}
}

// fill writes the givens on the board; false if they contradict each other.
func (b *board) fill(givens *[81]uint8) bool {
	var own [16]cellSet
	var keep [16]cellSet
	for d := range 9 {
		keep[d] = cellSet{full54, full27}
	}
	open := cellSet{full54, full27}
	for c, g := range givens {
		if g == 0 {
			continue
		}
		if g > 9 {
			return false
		}
		d, h, r := (g-1)&15, &homes[c], &restrict[c]
		own[d].lo |= h.lo
		own[d].hi |= h.hi
		keep[d].lo &= r.lo
		keep[d].hi &= r.hi
		open.lo &^= h.lo
		open.hi &^= h.hi
	}
	b.open, b.stale = open, 1<<9-1
	for d := range b.cand {
		o, k := &own[d], &keep[d]
		if o.lo&^k.lo|o.hi&^k.hi != 0 {
			return false
		}
		b.cand[d] = cellSet{k.lo&open.lo | o.lo, k.hi&open.hi | o.hi}
	}
	return true
}

func (s *scalar) next(grid *[81]uint8, budget int64) (Status, int64) {
	var guesses int64
	for {
		if !s.live {
			if s.depth == 0 {
				return Exhausted, guesses
			}
			s.depth--
			s.now = s.stack[s.depth]
		}
		s.live = s.now.propagate()
		switch {
		case !s.live:
		case s.now.open == cellSet{}:
			s.now.write(grid)
			s.live = false
			return Found, guesses
		case guesses >= budget:
			return Paused, guesses
		default:
			guesses++
			s.branch()
		}
	}
}

// write stores the digits of a solved board.
func (b *board) write(grid *[81]uint8) {
	for d := range b.cand {
		for w := b.cand[d].lo; w != 0; w &= w - 1 {
			grid[bits.TrailingZeros64(w)&63] = uint8(d + 1)
		}
		for w := b.cand[d].hi & full27; w != 0; w &= w - 1 {
			grid[54+bits.TrailingZeros64(w)] = uint8(d + 1)
		}
	}
}

// branch makes a guess: it goes on with one answer and puts the others on the stack.
func (s *scalar) branch() {
	other := &s.stack[s.depth]
	s.depth++
	s.cells = max(0, s.cells-1)
	if s.cells > 0 || !s.now.split(other) {
		s.now.try(s.now.choose(), other)
	}
}

// try narrows the board to the first digit of a cell, and other to the rest of them.
func (b *board) try(cell int, other *board) {
	h, r := &homes[cell], &restrict[cell]
	for d := range b.cand {
		c := &b.cand[d]
		if c.lo&h.lo|c.hi&h.hi == 0 {
			continue
		}
		b.stale = 1 << d
		*other = *b
		other.cand[d].lo &^= h.lo
		other.cand[d].hi &^= h.hi
		c.lo &= r.lo
		c.hi &= r.hi
		return
	}
}
