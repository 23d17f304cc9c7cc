package logic

import "math/bits"

// houseView is what a glance at a house shows: whether it is worth while to look closer. It is renewed when a
// technique asks for it after the house has changed.
type houseView struct {
	digitsAt, cellsAt int64          // versions of the board for which locked and few, and poor, hold
	locked            uint64         // digits with two places or more, all of them in another house
	few               [fewest]uint64 // k → digits with 2 … k places
	poor              [fewest]uint64 // k → slots of cells with 2 … k candidates
}

// fewest is one more than the largest k of a houseView.
const fewest = 5

// digitsOf returns the view of a house, whose locked and few are up to date.
func (b *board) digitsOf(h int) *houseView {
	view := &b.views[h]
	if view.digitsAt >= b.houseChanged[h] {
		return view
	}
	view.digitsAt = b.version
	var few [fewest + 1]uint64
	places := b.pos[h*b.n:][:b.n]
	for v, m := range places {
		few[min(bits.OnesCount64(m), fewest)] |= 1 << uint(v)
	}
	narrow := few[2] | few[3]
	if b.widest[h] > 3 {
		narrow |= few[4] | few[fewest]
	}
	view.few = accumulate(&few)
	view.locked = 0
	for ; narrow != 0; narrow &= narrow - 1 {
		m, free := places[bits.TrailingZeros64(narrow)], uint64(1)
		for _, shared := range b.crossedAt[h] {
			free &= one(m &^ shared)
		}
		view.locked |= narrow & -narrow & (free - 1)
	}
	return view
}

// poorOf returns the view of a house, whose poor is up to date.
func (b *board) poorOf(h int) *houseView {
	view := &b.views[h]
	if view.cellsAt >= b.houseChanged[h] {
		return view
	}
	view.cellsAt = b.version
	var poor [fewest + 1]uint64
	for slot, c := range b.houses[h].cells {
		poor[min(bits.OnesCount64(b.cand[c]), fewest)] |= 1 << uint(slot)
	}
	view.poor = accumulate(&poor)
	return view
}

// accumulate makes sets of size k ones of the sizes 2 … k.
func accumulate(sets *[fewest + 1]uint64) [fewest]uint64 {
	return [fewest]uint64{2: sets[2], 3: sets[2] | sets[3], 4: sets[2] | sets[3] | sets[4]}
}
