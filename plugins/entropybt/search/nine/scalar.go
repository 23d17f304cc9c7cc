package nine

import "math/bits"

// board is the state of the scalar kernel: for each digit the set of its candidate cells, what that set was
// when it was last settled, and the cells no digit is known for.
type board struct {
	cand [9]cellSet
	seen [9]cellSet
	open cellSet
}

// scalar is the portable kernel: 64-bit words and small tables.
type scalar struct {
	now   board
	live  bool // now is a state still to be searched; else take the top of the stack
	depth int
	stack [81]board
}

func newScalar() kernel { return new(scalar) }

func (s *scalar) load(givens *[81]uint8) {
	s.depth, s.live = 0, true
	b := &s.now
	for d := range b.cand {
		b.cand[d] = cellSet{full54, full27}
		b.seen[d] = cellSet{}
	}
	b.open = cellSet{full54, full27}
	for c, g := range givens {
		if g == 0 {
			continue
		}
		if g > 9 {
			s.live = false
			return
		}
		r, h := &restrict[c], &homes[c]
		for d := range b.cand {
			b.cand[d].lo &^= h.lo
			b.cand[d].hi &^= h.hi
		}
		own := &b.cand[g-1]
		own.lo = (own.lo | h.lo) & r.lo
		own.hi = (own.hi | h.hi) & r.hi
	}
	s.live = consistent(givens)
}

// consistent reports whether no two equal givens share a house.
func consistent(givens *[81]uint8) bool {
	var row, col, box [9]uint16
	for c, g := range givens {
		if g == 0 {
			continue
		}
		r, k := c/9, c%9
		x, bit := r/3*3+k/3, uint16(1)<<g
		if (row[r]|col[k]|box[x])&bit != 0 {
			return false
		}
		row[r] |= bit
		col[k] |= bit
		box[x] |= bit
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
			s.live = true
		}
		if !s.now.propagate() {
			s.live = false
			continue
		}
		if s.now.open.lo|s.now.open.hi == 0 {
			s.now.write(grid)
			s.live = false
			return Found, guesses
		}
		if guesses >= budget {
			return Paused, guesses
		}
		guesses++
		s.branch()
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

// branch chooses a cell, puts its other digits on the stack and its first digit on the board.
func (s *scalar) branch() {
	cell := s.now.choose()
	h := &homes[cell]
	for d := range s.now.cand {
		c := &s.now.cand[d]
		if c.lo&h.lo|c.hi&h.hi != 0 {
			other := &s.stack[s.depth]
			*other = s.now
			other.cand[d].lo &^= h.lo
			other.cand[d].hi &^= h.hi
			s.depth++
			r := &restrict[cell]
			c.lo &= r.lo
			c.hi &= r.hi
			return
		}
	}
}
