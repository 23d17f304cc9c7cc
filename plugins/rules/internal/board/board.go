// Package board holds a puzzle while techniques work on it.
//
// # Words
//
//   - A candidate is a digit that is still possible in a cell; inside the plugin digits count from 0. A [Mark] names one.
//   - A slot is a cell's place within a house: slot 0 is the house's first cell.
//   - A [Frame] is a geometry laid out for reasoning. All boards of the geometry share it.
//   - A [Board] holds the candidates of each cell and, turned round, the slots of each digit in each house. Naked sets
//     and wings read the first, hidden sets, locked candidates and fish the second; all of them are sets in one
//     machine word, for every geometry.
//   - A [Position] is what a [Technique] looks at: a board, how to look, and the [Hint] to fill in.
//
// # What has changed
//
// Techniques are asked again and again on a board that changes little. So the board has a version that grows
// with every change, and notes at which version each house and each digit changed last. A technique that
// finds nothing in a house keeps the version in its [Memory], and passes the house over until it has changed.
// What a house shows at a glance is kept in the same way ([HouseView]).
package board

import "math/bits"

// Board is the state of a puzzle while it is solved: values, and candidates seen from both sides.
//
//	Cand[cell]          digits still possible in an empty cell, 0 in a filled one
//	Pos[house*N+digit]  slots of the house where the digit is still possible, 0 once it is placed
//
// Digits count from 0 in here. Everything is a set in one word, since a house has at most 49 cells, so
// techniques read the same on a 4×4 as on a Dion cube.
type Board struct {
	*Frame
	Value  []uint8 // 0 or digit+1
	Cand   []uint64
	Pos    []uint64
	Single []uint64 // house → digits that have one slot left there
	Ripe   CellSet  // houses that have a single
	Empty  []uint8  // house → empty cells
	Placed []uint8  // digit → times placed
	views  []HouseView
	// Version grows with every change from outside; the others are the versions of the last changes.
	Version      int64
	HouseChanged []int64
	digitChanged []int64
	used         []uint64 // house → digits of its givens; for Load
	Left         int      // empty cells
	Broken       bool     // some cell or house has no room for what it needs
}

// NewBoard returns a board of a frame with no digit placed and all candidates. It is filled again for each puzzle of
// the frame.
func NewBoard(f *Frame) *Board {
	b := &Board{
		Frame: f, Left: f.Cells,
		Value: make([]uint8, f.Cells), Cand: make([]uint64, f.Cells),
		Pos: make([]uint64, len(f.Houses)*f.N), Single: make([]uint64, len(f.Houses)),
		Empty: make([]uint8, len(f.Houses)), Placed: make([]uint8, f.N),
		HouseChanged: make([]int64, len(f.Houses)), digitChanged: make([]int64, f.N),
		used: make([]uint64, len(f.Houses)), Ripe: NewCellSet(len(f.Houses)), views: make([]HouseView, len(f.Houses)),
	}
	b.renew()
	copy(b.Cand, f.Fresh)
	copy(b.Empty, f.sizes)
	for h := range f.Houses {
		for v := range f.N {
			b.Pos[h*f.N+v] = 1<<len(f.Houses[h].Cells) - 1
		}
	}
	return b
}

// CopyFrom makes b equal to a board of the same frame.
func (b *Board) CopyFrom(o *Board) {
	copy(b.Value, o.Value)
	copy(b.Cand, o.Cand)
	copy(b.Pos, o.Pos)
	copy(b.Single, o.Single)
	copy(b.Ripe, o.Ripe)
	copy(b.Empty, o.Empty)
	copy(b.Placed, o.Placed)
	b.Left, b.Broken = o.Left, o.Broken
	b.renew()
}

// renew begins a version of the board in which everything may have changed.
func (b *Board) renew() {
	b.Version++
	for h := range b.HouseChanged {
		b.HouseChanged[h] = b.Version
	}
	for v := range b.digitChanged {
		b.digitChanged[v] = b.Version
	}
}

// Can reports whether digit v is possible in an empty cell.
func (b *Board) Can(cell, v int) bool { return b.Cand[cell]>>uint(v)&1 == 1 }

// Places returns the slots of house h where v is possible.
func (b *Board) Places(h, v int) uint64 { return b.Pos[h*b.N+v] }

// CellAt returns the cell at the lowest slot of a set of slots of house h.
func (b *Board) CellAt(h int, slots uint64) int {
	return int(b.Houses[h].Cells[bits.TrailingZeros64(slots)])
}

// Strike removes the candidate v from a cell. Nothing happens if it is not there.
func (b *Board) Strike(cell, v int) {
	b.Version++
	b.eliminate(cell, v)
}

// eliminate takes a candidate away and updates its houses.
func (b *Board) eliminate(cell, v int) {
	bit := uint64(1) << uint(v)
	if b.Cand[cell]&bit == 0 {
		return
	}
	b.Cand[cell] &^= bit
	if b.Cand[cell] == 0 {
		b.Broken = true
	}
	b.forget(cell, v)
}

// forget takes v at a cell out of the cell's houses.
func (b *Board) forget(cell, v int) {
	b.digitChanged[v] = b.Version
	seats := b.Seats[cell]
	for i := range seats {
		s := &seats[i]
		at := &b.Pos[int(s.Row)+v]
		m := *at &^ s.Bit
		*at = m
		b.HouseChanged[s.House] = b.Version
		if m&(m-1) == 0 && s.Full {
			b.dwindled(int(s.House), v, m)
		}
	}
}

// dwindled notes that a full house has at most one slot left for v.
func (b *Board) dwindled(h, v int, slots uint64) {
	if slots != 0 {
		b.setSingle(h, b.Single[h]|1<<uint(v))
		return
	}
	b.setSingle(h, b.Single[h]&^(1<<uint(v)))
	b.Broken = true
}

// setSingle notes which digits have one slot left in a house.
func (b *Board) setSingle(h int, vs uint64) {
	b.Single[h] = vs
	if vs != 0 {
		b.Ripe.Add(h)
	} else {
		b.Ripe.Remove(h)
	}
}

// Place writes v into an empty cell where it is possible and strikes it from the cell's peers.
func (b *Board) Place(cell, v int) {
	b.Version++
	bit := uint64(1) << uint(v)
	others := b.Cand[cell] &^ bit
	b.Cand[cell] = 0
	b.Value[cell] = uint8(v + 1)
	b.Placed[v]++
	b.Left--
	b.digitChanged[v] = b.Version
	for ; others != 0; others &= others - 1 {
		b.forget(cell, bits.TrailingZeros64(others))
	}
	seats := b.Seats[cell]
	for i := range seats {
		s := &seats[i]
		b.HouseChanged[s.House] = b.Version
		b.Empty[s.House]--
		cells := b.Houses[s.House].Cells
		for m := b.Pos[int(s.Row)+v] &^ s.Bit; m != 0; m &= m - 1 {
			b.eliminate(int(cells[bits.TrailingZeros64(m)]), v)
		}
	}
	for i := range seats {
		s := &seats[i]
		b.Pos[int(s.Row)+v] = 0
		b.setSingle(int(s.House), b.Single[s.House]&^bit)
	}
}

// OpenSlots returns the slots of empty cells among some of a house.
func (b *Board) OpenSlots(h int, slots uint64) uint64 {
	var open uint64
	for ; slots != 0; slots &= slots - 1 {
		if b.Cand[b.CellAt(h, slots)] != 0 {
			open |= slots & -slots
		}
	}
	return open
}

// Union returns the candidates of the cells at some slots of a house.
func (b *Board) Union(h int, slots uint64) uint64 {
	var vs uint64
	for ; slots != 0; slots &= slots - 1 {
		vs |= b.Cand[b.CellAt(h, slots)]
	}
	return vs
}

// CellsOf returns the cells that may hold a digit. The set is the board's and changes with it.
func (b *Board) CellsOf(v int) CellSet {
	set := NewCellSet(b.Cells)
	for c, vs := range b.Cand {
		if vs>>uint(v)&1 == 1 {
			set.Add(c)
		}
	}
	return set
}

// DigitsOf returns the view of a house, whose Locked and Few are up to date.
func (b *Board) DigitsOf(h int) *HouseView {
	view := &b.views[h]
	if view.digitsAt < b.HouseChanged[h] {
		view.digitsAt = b.Version
		view.lookAtDigits(b.Pos[h*b.N:][:b.N], b.CrossedAt[h], b.widest[h])
	}
	return view
}

// PoorOf returns the view of a house, whose Poor is up to date.
func (b *Board) PoorOf(h int) *HouseView {
	view := &b.views[h]
	if view.cellsAt < b.HouseChanged[h] {
		view.cellsAt = b.Version
		view.lookAtCells(b.Houses[h].Cells, b.Cand)
	}
	return view
}

// HouseView is what a glance at a house shows: whether it is worth while to look closer. It is renewed when a
// technique asks for it after the house has changed.
type HouseView struct {
	digitsAt, cellsAt int64          // versions of the board for which locked and few, and poor, hold
	Locked            uint64         // digits with two places or more, all of them in another house
	Few               [fewest]uint64 // k → digits with 2 … k places
	Poor              [fewest]uint64 // k → slots of cells with 2 … k candidates
}

// fewest is one more than the largest k of a HouseView.
const fewest = 5

// lookAtDigits renews locked and few from the places of each digit, the slots in which other houses cross
// this one, and how many the widest crossing has.
func (view *HouseView) lookAtDigits(places, crossed []uint64, widest int) {
	var few [fewest + 1]uint64
	for v, m := range places {
		few[min(bits.OnesCount64(m), fewest)] |= 1 << uint(v)
	}
	narrow := few[2] | few[3]
	if widest > 3 {
		narrow |= few[4] | few[fewest]
	}
	view.Few = accumulate(&few)
	view.Locked = 0
	for ; narrow != 0; narrow &= narrow - 1 {
		m, free := places[bits.TrailingZeros64(narrow)], uint64(1)
		for _, shared := range crossed {
			free &= one(m &^ shared)
		}
		view.Locked |= narrow & -narrow & (free - 1)
	}
}

// lookAtCells renews poor from the candidates of all cells.
func (view *HouseView) lookAtCells(cells []int32, cand []uint64) {
	var poor [fewest + 1]uint64
	for slot, c := range cells {
		poor[min(bits.OnesCount64(cand[c]), fewest)] |= 1 << uint(slot)
	}
	view.Poor = accumulate(&poor)
}

// accumulate makes sets of size k ones of the sizes 2 … k.
func accumulate(sets *[fewest + 1]uint64) [fewest]uint64 {
	return [fewest]uint64{2: sets[2], 3: sets[2] | sets[3], 4: sets[2] | sets[3] | sets[4]}
}
