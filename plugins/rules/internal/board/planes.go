package board

import (
	"math/bits"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// layout numbers the slots of all houses through, so that a digit's places in all houses are a few words, its
// plane, and a given takes its cell and all peers out of every house at once. No house lies across two words,
// and behind each is a bit, its guard, that is no slot, for sums to run into.
type layout struct {
	words int
	at    []place    // house → where its slots lie
	house []int32    // word*64+bit → the house whose guard the bit is
	cell  []int32    // word*64+bit → the cell of the slot
	low   []uint64   // word → the first slots of its houses
	guard []uint64   // word → the guards of its houses
	boxes []uint64   // word → the guards of those that are full boxes
	full  []uint64   // word → the guards of those that are full
	own   [][]uint64 // cell → its slot in each of its houses
	reach [][]uint64 // cell → its slots and those of its peers
}

// place is where the slots of a house lie in a plane.
type place struct {
	word int
	by   uint
	mask uint64
}

func (f builder) addLayout() {
	l := &f.layout
	used := 64
	for h := range f.Houses {
		size := len(f.Houses[h].Cells)
		if used+size+1 > 64 {
			used = 0
			l.addWord()
		}
		w := l.words - 1
		l.at = append(l.at, place{w, uint(used), 1<<size - 1})
		for slot, c := range f.Houses[h].Cells {
			l.cell[w*64+used+slot] = c
		}
		l.low[w] |= 1 << used
		used += size
		guard := uint64(1) << used
		l.house[w*64+used] = int32(h)
		l.guard[w] |= guard
		if f.Houses[h].Full {
			l.full[w] |= guard
		}
		if f.Houses[h].Full && f.IsBox(h) {
			l.boxes[w] |= guard
		}
		used++
	}
	f.addReach()
}

func (l *layout) addWord() {
	l.words++
	l.low, l.guard = append(l.low, 0), append(l.guard, 0)
	l.boxes, l.full = append(l.boxes, 0), append(l.full, 0)
	l.house, l.cell = append(l.house, make([]int32, 64)...), append(l.cell, make([]int32, 64)...)
}

func (f builder) addReach() {
	l := &f.layout
	for c := range f.Cells {
		own := make([]uint64, l.words)
		for _, s := range f.Seats[c] {
			own[l.at[s.House].word] |= s.Bit << l.at[s.House].by
		}
		l.own = append(l.own, own)
	}
	for c := range f.Cells {
		reach := slices.Clone(l.own[c])
		for _, p := range f.Peers[c] {
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
	used   []uint64 // house → digits that stand there
	last   []int32  // full houses that came to have one empty cell
}

func newPlanes(f *Frame) *planes {
	return &planes{slots: make([]uint64, f.layout.words*f.N), filled: make([]uint64, f.layout.words),
		used: make([]uint64, len(f.Houses))}
}

func (p *planes) reset(f *Frame) {
	for w, guard := range f.layout.guard {
		all := guard - f.layout.low[w]
		for v := range f.N {
			p.slots[w*f.N+v] = all
		}
	}
	clear(p.filled)
	clear(p.used)
	p.last = p.last[:0]
}

// Load sets b to a puzzle of its geometry. Givens that clash leave b broken.
func (b *Board) Load(p *sudoku.Puzzle) {
	b.Read(p)
	b.Fill()
}

// Read does the first half of load: the board knows its values, the planes the rest.
func (b *Board) Read(p *sudoku.Puzzle) {
	clear(b.Value)
	clear(b.Placed)
	copy(b.Cand, b.Pristine.Cand)
	copy(b.Empty, b.Pristine.Empty)
	b.Left, b.Broken = b.Cells, false
	if b.planes == nil {
		b.planes = newPlanes(b.Frame)
	}
	b.planes.reset(b.Frame)
	for _, s := range p.Soft {
		b.soften(s.Cell, uint64(s.Allowed))
	}
	for c, v := range p.Givens {
		if v != 0 && !b.give(c, int(v)-1) {
			b.Broken = true
			return
		}
	}
}

// Fill does the second half: candidates follow from the planes.
func (b *Board) Fill() {
	b.renew()
	b.fillCells()
	b.fillHouses()
}

// soften leaves a cell no digits but some.
func (b *Board) soften(cell int, allowed uint64) {
	for out := b.Cand[cell] &^ allowed; out != 0; out &= out - 1 {
		v := bits.TrailingZeros64(out)
		for w, m := range b.layout.own[cell] {
			b.planes.slots[w*b.N+v] &^= m
		}
	}
	b.Cand[cell] &= allowed
}

// give writes a digit, and reports whether there is room for it.
func (b *Board) give(cell, v int) bool {
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
func (b *Board) fillCells() {
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

// fillHouses reads pos and single from the planes.
func (b *Board) fillHouses() {
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

// one returns 1 for a set that is not empty, and 0 for one that is.
func one(set uint64) uint64 { return (set | -set) >> 63 }
