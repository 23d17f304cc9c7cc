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
	ripe   cellSet  // houses that have a single
	empty  []uint8  // house → empty cells
	placed []uint8  // digit → times placed
	views  []houseView
	// version grows with every change from outside; the others are the versions of the last changes.
	version      int64
	houseChanged []int64
	digitChanged []int64
	planes       *planes // made when first needed
	left         int     // empty cells
	broken       bool    // some cell or house has no room for what it needs
}

func newBoard(f *frame) *board {
	b := &board{
		frame: f, left: f.cells,
		value: make([]uint8, f.cells), cand: make([]uint64, f.cells),
		pos: make([]uint64, len(f.houses)*f.n), single: make([]uint64, len(f.houses)),
		empty: make([]uint8, len(f.houses)), placed: make([]uint8, f.n),
		houseChanged: make([]int64, len(f.houses)), digitChanged: make([]int64, f.n),
		ripe: newCellSet(len(f.houses)), views: make([]houseView, len(f.houses)),
	}
	b.renew()
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
	copy(b.ripe, o.ripe)
	copy(b.empty, o.empty)
	copy(b.placed, o.placed)
	b.left, b.broken = o.left, o.broken
	b.renew()
}

// renew begins a version of the board in which everything may have changed.
func (b *board) renew() {
	b.version++
	for h := range b.houseChanged {
		b.houseChanged[h] = b.version
	}
	for v := range b.digitChanged {
		b.digitChanged[v] = b.version
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
	b.version++
	b.eliminate(cell, v)
}

func (b *board) eliminate(cell, v int) {
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
	b.digitChanged[v] = b.version
	seats := b.seats[cell]
	for i := range seats {
		s := &seats[i]
		at := &b.pos[int(s.row)+v]
		m := *at &^ s.bit
		*at = m
		b.houseChanged[s.house] = b.version
		if m&(m-1) == 0 && s.full {
			b.dwindled(int(s.house), v, m)
		}
	}
}

// dwindled notes that a full house has at most one slot left for v.
func (b *board) dwindled(h, v int, slots uint64) {
	if slots != 0 {
		b.setSingle(h, b.single[h]|1<<uint(v))
		return
	}
	b.setSingle(h, b.single[h]&^(1<<uint(v)))
	b.broken = true
}

// setSingle notes which digits have one slot left in a house.
func (b *board) setSingle(h int, vs uint64) {
	b.single[h] = vs
	if vs != 0 {
		b.ripe.add(h)
	} else {
		b.ripe.remove(h)
	}
}

// place writes v into an empty cell where it is possible and strikes it from the cell's peers.
func (b *board) place(cell, v int) {
	b.version++
	bit := uint64(1) << uint(v)
	others := b.cand[cell] &^ bit
	b.cand[cell] = 0
	b.value[cell] = uint8(v + 1)
	b.placed[v]++
	b.left--
	b.digitChanged[v] = b.version
	for ; others != 0; others &= others - 1 {
		b.forget(cell, bits.TrailingZeros64(others))
	}
	seats := b.seats[cell]
	for i := range seats {
		s := &seats[i]
		b.houseChanged[s.house] = b.version
		b.empty[s.house]--
		cells := b.houses[s.house].cells
		for m := b.pos[int(s.row)+v] &^ s.bit; m != 0; m &= m - 1 {
			b.eliminate(int(cells[bits.TrailingZeros64(m)]), v)
		}
	}
	for i := range seats {
		s := &seats[i]
		b.pos[int(s.row)+v] = 0
		b.setSingle(int(s.house), b.single[s.house]&^bit)
	}
}

// openSlots returns the slots of empty cells among some of a house.
func (b *board) openSlots(h int, slots uint64) uint64 {
	var open uint64
	for ; slots != 0; slots &= slots - 1 {
		if b.cand[b.cellAt(h, slots)] != 0 {
			open |= slots & -slots
		}
	}
	return open
}

// union returns the candidates of the cells at some slots of a house.
func (b *board) union(h int, slots uint64) uint64 {
	var vs uint64
	for ; slots != 0; slots &= slots - 1 {
		vs |= b.cand[b.cellAt(h, slots)]
	}
	return vs
}

// cellsOf returns the cells that may hold a digit.
func (b *board) cellsOf(v int) cellSet {
	set := newCellSet(b.cells)
	for c, vs := range b.cand {
		if vs>>uint(v)&1 == 1 {
			set.add(c)
		}
	}
	return set
}
