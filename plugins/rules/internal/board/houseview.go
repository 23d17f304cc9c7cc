package board

import "math/bits"

// houseView is what a glance at a house shows: whether it is worth while to look closer. It is renewed when a
// technique asks for it after the house has changed.
type houseView struct {
	digitsAt, cellsAt int64          // versions of the board for which locked and few, and poor, hold
	Locked            uint64         // digits with two places or more, all of them in another house
	Few               [fewest]uint64 // k → digits with 2 … k places
	Poor              [fewest]uint64 // k → slots of cells with 2 … k candidates
}

// fewest is one more than the largest k of a houseView.
const fewest = 5

// DigitsOf returns the view of a house, whose locked and few are up to date.
func (b *Board) DigitsOf(h int) *houseView {
	view := &b.views[h]
	if view.digitsAt >= b.HouseChanged[h] {
		return view
	}
	view.digitsAt = b.Version
	var few [fewest + 1]uint64
	places := b.Pos[h*b.N:][:b.N]
	for v, m := range places {
		few[min(bits.OnesCount64(m), fewest)] |= 1 << uint(v)
	}
	narrow := few[2] | few[3]
	if b.widest[h] > 3 {
		narrow |= few[4] | few[fewest]
	}
	view.Few = accumulate(&few)
	view.Locked = 0
	for ; narrow != 0; narrow &= narrow - 1 {
		m, free := places[bits.TrailingZeros64(narrow)], uint64(1)
		for _, shared := range b.CrossedAt[h] {
			free &= one(m &^ shared)
		}
		view.Locked |= narrow & -narrow & (free - 1)
	}
	return view
}

// PoorOf returns the view of a house, whose poor is up to date.
func (b *Board) PoorOf(h int) *houseView {
	view := &b.views[h]
	if view.cellsAt >= b.HouseChanged[h] {
		return view
	}
	view.cellsAt = b.Version
	var poor [fewest + 1]uint64
	for slot, c := range b.Houses[h].Cells {
		poor[min(bits.OnesCount64(b.Cand[c]), fewest)] |= 1 << uint(slot)
	}
	view.Poor = accumulate(&poor)
	return view
}

// accumulate makes sets of size k ones of the sizes 2 … k.
func accumulate(sets *[fewest + 1]uint64) [fewest]uint64 {
	return [fewest]uint64{2: sets[2], 3: sets[2] | sets[3], 4: sets[2] | sets[3] | sets[4]}
}
