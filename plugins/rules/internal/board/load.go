package board

import (
	"math/bits"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// reader reads the givens of a puzzle, and then the candidates, into a board.
type reader struct{ *Board }

// Load sets b to a puzzle of its geometry. Givens that clash leave b broken.
func (b *Board) Load(p *sudoku.Puzzle) {
	b.Read(p)
	b.Fill()
}

// Read does the first half of load: the board knows its values, the planes the rest.
func (b *Board) Read(p *sudoku.Puzzle) {
	clear(b.Value)
	clear(b.Placed)
	copy(b.Cand, b.Fresh)
	copy(b.Empty, b.sizes)
	b.Left, b.Broken = b.Cells, false
	if b.planes == nil {
		b.planes = newPlanes(b.layout, b.N)
	}
	b.planes.reset(b.layout, b.N)
	r := reader{b}
	for _, s := range p.Soft {
		r.soften(s.Cell, uint64(s.Allowed))
	}
	for c, v := range p.Givens {
		if v != 0 && !r.give(c, int(v)-1) {
			b.Broken = true
			return
		}
	}
}

// Fill does the second half: candidates follow from the planes.
func (b *Board) Fill() {
	b.renew()
	r := reader{b}
	r.fillCells()
	r.fillHouses()
}

// soften leaves a cell no digits but some.
func (b reader) soften(cell int, allowed uint64) {
	for out := b.Cand[cell] &^ allowed; out != 0; out &= out - 1 {
		v := bits.TrailingZeros64(out)
		for w, m := range b.layout.own[cell] {
			b.planes.slots[w*b.N+v] &^= m
		}
	}
	b.Cand[cell] &= allowed
}

// give writes a digit, and reports whether there is room for it.
func (b reader) give(cell, v int) bool {
	p := b.planes
	bit := uint64(1) << uint(v)
	if b.Cand[cell]&bit == 0 {
		return false
	}
	seats := b.Seats[cell]
	for i := range seats {
		h := seats[i].House
		if p.used[h]&bit != 0 {
			return false
		}
		p.used[h] |= bit
		b.Empty[h]--
		if b.Empty[h] == 1 && seats[i].Full {
			p.last = append(p.last, h)
		}
	}
	own, filled := b.layout.own[cell], p.filled
	for w, m := range b.layout.reach[cell] {
		p.slots[w*b.N+v] &^= m
		filled[w] |= own[w]
	}
	b.Cand[cell] = 0
	b.Value[cell] = uint8(v + 1)
	b.Placed[v]++
	b.Left--
	return true
}

// fillCells takes from every empty cell the digits of its houses.
func (b reader) fillCells() {
	for c, v := range b.Value {
		if v != 0 {
			continue
		}
		var used uint64
		seats := b.Seats[c]
		for i := range seats {
			used |= b.planes.used[seats[i].House]
		}
		b.Cand[c] &^= used
		b.Broken = b.Broken || b.Cand[c] == 0
	}
}

// fillHouses reads Pos and Single from the planes.
func (b reader) fillHouses() {
	for h := range b.Houses {
		at := &b.layout.at[h]
		mask := at.mask &^ (b.planes.filled[at.word] >> at.by)
		from := b.planes.slots[at.word*b.N:][:b.N]
		to := b.Pos[h*b.N:][:b.N]
		var some, several uint64
		for v, plane := range from {
			m := plane >> at.by & mask
			to[v] = m
			some |= one(m) << uint(v)
			several |= one(m&(m-1)) << uint(v)
		}
		if !b.Houses[h].Full {
			continue
		}
		b.setSingle(h, some&^several)
		b.Broken = b.Broken || bits.OnesCount64(some) != int(b.Empty[h])
	}
}
