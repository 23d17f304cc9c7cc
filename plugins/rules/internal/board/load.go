package board

import (
	"math/bits"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
)

// Load sets b to a puzzle of its geometry. Givens that clash leave b broken.
func (b *Board) Load(p *sudoku.Puzzle) { b.LoadAt(p, p.Givens()) }

// LoadAt sets b to a puzzle of its geometry with values in place of the givens.
func (b *Board) LoadAt(p *sudoku.Puzzle, values sudoku.Grid) {
	b.empty()
	for _, s := range p.Soft() {
		b.Cand[s.Cell] &= uint64(s.Allowed)
	}
	for i, clauses := 0, p.Clauses(); i < len(clauses); i++ {
		if c := &clauses[i]; c.Kind == clause.In {
			b.Cand[c.Cells[0]] &= uint64(c.Digits[0])
		}
	}
	for c, v := range values {
		if v != 0 {
			b.give(c, int(v)-1)
		}
	}
	b.fillCells()
	b.fillHouses()
	b.renew()
}

// empty takes all values off the board; Pos and what follows from it are still to be worked out.
func (b *Board) empty() {
	clear(b.Value)
	clear(b.Placed)
	clear(b.used)
	clear(b.Pos)
	copy(b.Cand, b.Fresh)
	copy(b.Empty, b.sizes)
	b.Left, b.Broken = b.Cells, false
}

// give writes a digit. If there is no room for it b is broken.
func (b *Board) give(cell, v int) {
	bit := uint64(1) << uint(v)
	b.Broken = b.Broken || b.Cand[cell]&bit == 0
	seats := b.Seats[cell]
	for i := range seats {
		h := seats[i].House
		b.Broken = b.Broken || b.used[h]&bit != 0
		b.used[h] |= bit
		b.Empty[h]--
	}
	b.Cand[cell] = 0
	b.Value[cell] = uint8(v + 1)
	b.Placed[v]++
	b.Left--
}

// fillCells takes from every empty cell the digits of its houses, and notes in Pos which are left.
func (b *Board) fillCells() {
	for c, v := range b.Value {
		if v != 0 {
			continue
		}
		seats := b.Seats[c]
		vs := b.Cand[c]
		for i := range seats {
			vs &^= b.used[seats[i].House]
		}
		b.Cand[c] = vs
		b.Broken = b.Broken || vs == 0
		for i := range seats {
			s := &seats[i]
			pos := b.Pos[s.Row:][:b.N]
			for m := vs; m != 0; m &= m - 1 {
				pos[bits.TrailingZeros64(m)] |= s.Bit
			}
		}
	}
}

// fillHouses notes which digits have one place left in each full house.
func (b *Board) fillHouses() {
	for h := range b.Houses {
		if !b.Houses[h].Full {
			continue
		}
		var some, several uint64
		for v, m := range b.Pos[h*b.N:][:b.N] {
			some |= one(m) << uint(v)
			several |= one(m&(m-1)) << uint(v)
		}
		b.setSingle(h, some&^several)
		b.Broken = b.Broken || bits.OnesCount64(some) != int(b.Empty[h])
	}
}
