package logic

import (
	"math/bits"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// layout numbers the slots of all houses through, so that a digit's places in all houses are a few words, its
// plane, and a given takes its cell and all peers out of every house at once. No house lies across two words.
type layout struct {
	words int
	at    []place    // house → where its slots lie
	own   [][]uint64 // cell → its slot in each of its houses
	reach [][]uint64 // cell → its slots and those of its peers
}

// place is where the slots of a house lie in a plane.
type place struct {
	word int
	by   uint
	mask uint64
}

func (f *frame) addLayout() {
	l := &f.layout
	l.words = 1
	used := 0
	for h := range f.houses {
		size := len(f.houses[h].cells)
		if used+size > 64 {
			l.words, used = l.words+1, 0
		}
		l.at = append(l.at, place{l.words - 1, uint(used), 1<<size - 1})
		used += size
	}
	for c := range f.cells {
		own := make([]uint64, l.words)
		for _, s := range f.seats[c] {
			own[l.at[s.house].word] |= s.bit << l.at[s.house].by
		}
		l.own = append(l.own, own)
	}
	for c := range f.cells {
		reach := append([]uint64(nil), l.own[c]...)
		for _, p := range f.peers[c] {
			for w, m := range l.own[p] {
				reach[w] |= m
			}
		}
		l.reach = append(l.reach, reach)
	}
}

// planes are what is known of a puzzle while its givens are read.
type planes struct {
	slots  []uint64 // word*n+digit → a word of the digit's plane; slots of filled cells may be in it
	filled []uint64 // slots of filled cells
	used   []uint64 // house → digits given there
}

func newPlanes(f *frame) *planes {
	return &planes{make([]uint64, f.layout.words*f.n), make([]uint64, f.layout.words), make([]uint64, len(f.houses))}
}

func (p *planes) reset() {
	for i := range p.slots {
		p.slots[i] = ^uint64(0)
	}
	clear(p.filled)
	clear(p.used)
}

// load sets b to a puzzle of its geometry. Givens that clash leave b broken.
func (b *board) load(p *sudoku.Puzzle) {
	b.copyFrom(b.pristine)
	if b.planes == nil {
		b.planes = newPlanes(b.frame)
	}
	b.planes.reset()
	for _, s := range p.Soft {
		b.soften(s.Cell, uint64(s.Allowed))
	}
	for c, v := range p.Givens {
		if v != 0 && !b.give(c, int(v)-1) {
			b.broken = true
			return
		}
	}
	b.fillCells()
	b.fillHouses()
}

// soften leaves a cell no digits but some.
func (b *board) soften(cell int, allowed uint64) {
	for out := b.cand[cell] &^ allowed; out != 0; out &= out - 1 {
		v := bits.TrailingZeros64(out)
		for w, m := range b.layout.own[cell] {
			b.planes.slots[w*b.n+v] &^= m
		}
	}
	b.cand[cell] &= allowed
}

// give writes a given, and reports whether there is room for it.
func (b *board) give(cell, v int) bool {
	p := b.planes
	bit := uint64(1) << uint(v)
	if b.cand[cell]&bit == 0 {
		return false
	}
	seats := b.seats[cell]
	for i := range seats {
		h := seats[i].house
		if p.used[h]&bit != 0 {
			return false
		}
		p.used[h] |= bit
		b.empty[h]--
	}
	for w, m := range b.layout.reach[cell] {
		p.slots[w*b.n+v] &^= m
		p.filled[w] |= b.layout.own[cell][w]
	}
	b.cand[cell] = 0
	b.value[cell] = uint8(v + 1)
	b.placed[v]++
	b.left--
	return true
}

// fillCells takes from every empty cell the digits of its houses.
func (b *board) fillCells() {
	for c, v := range b.value {
		if v != 0 {
			continue
		}
		var used uint64
		seats := b.seats[c]
		for i := range seats {
			used |= b.planes.used[seats[i].house]
		}
		b.cand[c] &^= used
		b.broken = b.broken || b.cand[c] == 0
	}
}

// fillHouses reads pos and single from the planes.
func (b *board) fillHouses() {
	for h := range b.houses {
		at := &b.layout.at[h]
		mask := at.mask &^ (b.planes.filled[at.word] >> at.by)
		from := b.planes.slots[at.word*b.n:][:b.n]
		to := b.pos[h*b.n:][:b.n]
		var some, several uint64
		for v, plane := range from {
			m := plane >> at.by & mask
			to[v] = m
			some |= one(m) << uint(v)
			several |= one(m&(m-1)) << uint(v)
		}
		if !b.houses[h].full {
			continue
		}
		b.setSingle(h, some&^several)
		b.broken = b.broken || bits.OnesCount64(some) != int(b.empty[h])
	}
}

// one returns 1 for a set that is not empty, and 0 for one that is.
func one(set uint64) uint64 { return (set | -set) >> 63 }
