package beyond

import (
	"math/bits"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/board"
)

// closure finds all that follows from candidates, without reasons: a digit that is alone in its cell, or has one place
// in a full house, stands there, and each constraint by itself leaves its cells what is in some way to fill it, as do
// the sums of few cells that houses leave over. In whatever order that is done it ends in the same, and fewer candidates
// never leave more: so what followed once is where to begin the next time.
type closure struct {
	*view
	cand    []uint64
	partsOf [][]int       // cell → numbers of its parts
	cells   board.CellSet // that have changed since their peers were told
	houses  board.CellSet // that have changed since they were read
	stale   board.CellSet // numbers of the parts that have
	twice   board.CellSet // numbers of the parts that read a cell twice
	broken  bool          // a cell, a house or a part has nothing left

	seen    []uint64   // the board at the last beginning
	base    []uint64   // what follows from it
	endings [][]uint64 // of each candidate: nil, or what followed from it
	refuted []uint64   // cell → digits from which something impossible followed
	example []uint64   // nil, or what followed from one that led to a full grid
	own     []uint64   // scratch
}

// newClosure returns a closure over the cells, houses and constraints of a position.
func newClosure(p *board.Position) *closure {
	v := viewOf(p)
	k := &closure{view: v, cand: make([]uint64, v.Cells), partsOf: make([][]int, v.Cells), cells: board.NewCellSet(v.Cells),
		houses: board.NewCellSet(len(v.Houses)), stale: board.NewCellSet(len(v.parts)), twice: board.NewCellSet(len(v.parts)),
		endings: make([][]uint64, v.Cells*v.N), refuted: make([]uint64, v.Cells)}
	for i, p := range v.parts {
		for j, c := range p.of {
			if p.supposed() {
				k.partsOf[c] = append(k.partsOf[c], i)
			}
			if slices.Contains(p.of[:j], c) {
				k.twice.Add(i)
			}
		}
	}
	return k
}

// ContradictionRating is the rating of the shortest contradiction. Longer ones are rated 0.1 more for each
// consequence.
const ContradictionRating = 6.6

// Solves reports whether striking candidates from which something impossible follows is enough to solve a puzzle from
// where its position is. Then the ladder solves it too if it has Contradiction.
func Solves(p *board.Position) bool {
	k := board.Share(p, newClosure)
	ok, moved := k.begin(), true
	for ok && moved {
		moved = false
		for c := 0; c < k.Cells && ok; c++ {
			for m := k.base[c]; m&(m-1) != 0 && m&k.base[c] != 0 && ok; m &= m - 1 {
				if v := bits.TrailingZeros64(m); !k.isPossible(board.Mark{Cell: c, V: v}) {
					k.narrow(k.base, k.base)
					k.leave(c, ^(1 << v))
					ok, moved = k.settle(), true
					copy(k.base, k.cand)
				}
			}
		}
	}
	ok = ok && isFull(k.base)
	k.base = nil
	return ok
}

// isFull reports whether each cell has at most one candidate.
func isFull(cand []uint64) bool {
	return !slices.ContainsFunc(cand, func(digits uint64) bool { return digits&(digits-1) != 0 })
}

// begin starts from the board and reports whether nothing impossible follows from it. If candidates have only gone
// since the beginning before, the results for each candidate stay.
func (k *closure) begin() bool {
	now := make([]uint64, k.Cells)
	grown := k.base == nil
	for c := range now {
		now[c] = k.may(c)
		grown = grown || now[c]&^k.seen[c] != 0
	}
	if k.seen = now; grown {
		clear(k.endings)
		clear(k.refuted)
		k.base, k.example = slices.Repeat([]uint64{^uint64(0)}, k.Cells), nil
	}
	if k.narrow(k.base, now); !k.settle() {
		k.base = nil
		return false
	}
	copy(k.base, k.cand)
	return true
}

// isPossible reports whether nothing impossible follows from a candidate beside the base.
func (k *closure) isPossible(m board.Mark) bool {
	if k.refuted[m.Cell]>>m.V&1 == 1 {
		return false
	}
	if k.example != nil && k.example[m.Cell] == 1<<m.V && k.narrow(k.example, k.base) {
		return true
	}
	ending := &k.endings[m.Cell*k.N+m.V]
	if *ending == nil {
		k.narrow(k.base, k.base)
		k.leave(m.Cell, 1<<m.V)
	} else if k.narrow(*ending, k.base) {
		return true
	}
	if !k.settle() {
		k.refuted[m.Cell] |= 1 << m.V
		return false
	}
	if *ending = slices.Clone(k.cand); isFull(k.cand) {
		k.example = *ending
	}
	return true
}

// narrow begins with the intersection of two sets of candidates. It reports whether that is all of the first, which has
// no further consequence.
func (k *closure) narrow(settled, within []uint64) (same bool) {
	clear(k.cells)
	clear(k.houses)
	clear(k.stale)
	k.broken, same = false, true
	copy(k.cand, settled)
	for c, digits := range within {
		if settled[c]&^digits != 0 {
			same = false
			k.leave(c, digits)
		}
	}
	return same
}

// leave leaves a cell no more than some digits.
func (k *closure) leave(c int, digits uint64) {
	left := k.cand[c] & digits
	if left == k.cand[c] {
		return
	}
	k.cand[c] = left
	k.broken = k.broken || left == 0
	k.cells.Add(c)
	for i := range k.Seats[c] {
		k.houses.Add(int(k.Seats[c][i].House))
	}
	for _, i := range k.partsOf[c] {
		k.stale.Add(i)
	}
}

// settle follows all changes to the end and reports whether the result is possible.
func (k *closure) settle() (possible bool) {
	for !k.broken {
		if c := k.cells.Take(); c >= 0 {
			k.readCell(c)
		} else if h := k.houses.Take(); h >= 0 {
			k.readHouse(h)
		} else if i := k.stale.Take(); i >= 0 {
			k.readPart(i)
		} else {
			return true
		}
	}
	return false
}

// readCell strikes the digit of a filled cell from its peers.
func (k *closure) readCell(c int) {
	if digit := k.cand[c]; digit&(digit-1) == 0 {
		for _, q := range k.Peers[c] {
			k.leave(int(q), ^digit)
		}
	}
}

// readHouse places digits that have one place left in a full house.
func (k *closure) readHouse(h int) {
	if !k.Houses[h].Full {
		return
	}
	var once, twice uint64
	for _, c := range k.Houses[h].Cells {
		twice |= once & k.cand[c]
		once |= k.cand[c]
	}
	k.broken = k.broken || once != uint64(sudoku.AllDigits(k.N))
	if once &^= twice; once == 0 {
		return
	}
	for _, c := range k.Houses[h].Cells {
		if alone := k.cand[c] & once; alone != 0 {
			k.leave(int(c), alone&-alone)
		}
	}
}

// readPart strikes digits that are in no way to fill the cells of a constraint.
func (k *closure) readPart(i int) {
	p := k.parts[i]
	k.own = k.own[:0]
	for _, c := range p.of {
		k.own = append(k.own, k.cand[c])
	}
	a := p.look(&k.sweeper, k.own)
	k.broken = k.broken || !a.ok
	for j, c := range p.of {
		k.leave(c, a.left[j])
	}
	if !k.twice.Has(i) {
		k.stale.Remove(i) // reading it again would leave the same
	}
}
