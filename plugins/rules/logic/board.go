package logic

import (
	"math/bits"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// board is the state of a puzzle while it is solved: values, and candidates seen from both sides.
//
//	cand[cell]          digits still possible in an empty cell, 0 in a filled one
//	pos[house*n+digit]  slots of the house where the digit is still possible, 0 once it is placed
//
// Digits count from 0 in here. Everything is a set in one word, since a house has at most 49 cells, so
// techniques read the same on a 4×4 as on a Dion cube.
type board struct {
	*frame
	value  []uint8 // 0 or digit+1
	cand   []uint64
	pos    []uint64
	single []uint64 // house → digits that have one slot left there
	empty  []uint8  // house → empty cells
	placed []uint8  // digit → times placed
	seen   []uint32 // house → techniques that have found nothing there since its last change
	seenBy []uint32 // digit → likewise
	left   int      // empty cells
	broken bool     // some cell or house has no room for what it needs
}

func newBoard(f *frame) *board {
	b := &board{
		frame: f, left: f.cells,
		value: make([]uint8, f.cells), cand: make([]uint64, f.cells),
		pos: make([]uint64, len(f.houses)*f.n), single: make([]uint64, len(f.houses)),
		empty: make([]uint8, len(f.houses)), placed: make([]uint8, f.n),
		seen: make([]uint32, len(f.houses)), seenBy: make([]uint32, f.n),
	}
	for c := range b.cand {
		b.cand[c] = uint64(sudoku.AllDigits(f.n))
	}
	for h := range f.houses {
		b.empty[h] = uint8(len(f.houses[h].cells))
		for v := range f.n {
			b.pos[h*f.n+v] = 1<<len(f.houses[h].cells) - 1
		}
	}
	return b
}

// copyFrom makes b equal to a board of the same frame.
func (b *board) copyFrom(o *board) {
	copy(b.value, o.value)
	copy(b.cand, o.cand)
	copy(b.pos, o.pos)
	copy(b.single, o.single)
	copy(b.empty, o.empty)
	copy(b.placed, o.placed)
	copy(b.seen, o.seen)
	copy(b.seenBy, o.seenBy)
	b.left, b.broken = o.left, o.broken
}

// load sets b to a puzzle of its geometry. Givens that clash leave b broken.
func (b *board) load(p *sudoku.Puzzle) {
	b.copyFrom(b.pristine)
	for _, s := range p.Soft {
		b.cand[s.Cell] &= uint64(s.Allowed)
	}
	for c, v := range p.Givens {
		if v == 0 {
			continue
		}
		if !b.can(c, int(v)-1) {
			b.broken = true
			return
		}
		b.give(c, int(v)-1)
	}
	b.turn()
}

// give writes a given. Only the candidates of cells are kept up; turn does the rest.
func (b *board) give(cell, v int) {
	b.cand[cell] = 0
	b.value[cell] = uint8(v + 1)
	b.placed[v]++
	b.left--
	for _, p := range b.peers[cell] {
		b.cand[p] &^= 1 << uint(v)
	}
	for i := range b.seats[cell] {
		b.empty[b.seats[cell][i].house]--
	}
}

// turn derives pos and single from the cells' candidates.
func (b *board) turn() {
	clear(b.pos)
	for c, vs := range b.cand {
		if vs == 0 {
			b.broken = b.broken || b.value[c] == 0
			continue
		}
		for i := range b.seats[c] {
			s := &b.seats[c][i]
			row := b.pos[s.row : int(s.row)+b.n]
			for m := vs; m != 0; m &= m - 1 {
				row[bits.TrailingZeros64(m)] |= s.bit
			}
		}
	}
	for h := range b.houses {
		if !b.houses[h].full {
			continue
		}
		var missing, single uint64
		for v, m := range b.pos[h*b.n : (h+1)*b.n] {
			if m == 0 {
				missing |= 1 << uint(v)
			} else if m&(m-1) == 0 {
				single |= 1 << uint(v)
			}
		}
		b.single[h] = single
		b.broken = b.broken || bits.OnesCount64(missing) != len(b.houses[h].cells)-int(b.empty[h])
	}
}

// can reports whether digit v is possible in an empty cell.
func (b *board) can(cell, v int) bool { return b.cand[cell]>>uint(v)&1 == 1 }

// places returns the slots of house h where v is possible.
func (b *board) places(h, v int) uint64 { return b.pos[h*b.n+v] }

// cellAt returns the cell at the lowest slot of a set of slots of house h.
func (b *board) cellAt(h int, slots uint64) int {
	return int(b.houses[h].cells[bits.TrailingZeros64(slots)])
}

// strike removes the candidate v from a cell. Nothing happens if it is not there.
func (b *board) strike(cell, v int) {
	bit := uint64(1) << uint(v)
	if b.cand[cell]&bit == 0 {
		return
	}
	b.cand[cell] &^= bit
	if b.cand[cell] == 0 {
		b.broken = true
	}
	b.forget(cell, v)
}

// forget takes v at a cell out of the cell's houses.
func (b *board) forget(cell, v int) {
	b.seenBy[v] = 0
	seats := b.seats[cell]
	for i := range seats {
		s := &seats[i]
		at := &b.pos[int(s.row)+v]
		m := *at &^ s.bit
		*at = m
		b.seen[s.house] = 0
		if m&(m-1) == 0 && s.full {
			b.dwindled(int(s.house), v, m)
		}
	}
}

// dwindled notes that a full house has at most one slot left for v.
func (b *board) dwindled(h, v int, slots uint64) {
	if slots != 0 {
		b.single[h] |= 1 << uint(v)
		return
	}
	b.single[h] &^= 1 << uint(v)
	b.broken = true
}

// place writes v into an empty cell where it is possible and strikes it from the cell's peers.
func (b *board) place(cell, v int) {
	bit := uint64(1) << uint(v)
	others := b.cand[cell] &^ bit
	b.cand[cell] = 0
	b.value[cell] = uint8(v + 1)
	b.placed[v]++
	b.left--
	b.seenBy[v] = 0
	for ; others != 0; others &= others - 1 {
		b.forget(cell, bits.TrailingZeros64(others))
	}
	seats := b.seats[cell]
	for i := range seats {
		s := &seats[i]
		b.seen[s.house] = 0
		b.empty[s.house]--
		cells := b.houses[s.house].cells
		for m := b.pos[int(s.row)+v] &^ s.bit; m != 0; m &= m - 1 {
			b.strike(int(cells[bits.TrailingZeros64(m)]), v)
		}
	}
	for i := range seats {
		s := &seats[i]
		b.pos[int(s.row)+v] = 0
		b.single[s.house] &^= bit
	}
}
