package logic

import "math/bits"

// houseView is what a glance at a house shows: whether it is worth while to look closer. It is renewed when a
// technique asks for it after the house has changed.
type houseView struct {
	locked uint64         // digits with two places or more, all of them in another house
	few    [fewest]uint64 // k → digits with 2 … k places
	poor   [fewest]uint64 // k → slots of cells with 2 … k candidates
}

// fewest is one more than the largest k of a houseView.
const fewest = 5

// digitsOf returns the view of a house, whose locked and few are up to date.
func (b *board) digitsOf(h int) *houseView {
	view := &b.views[h]
	if b.seen[h]&seenDigits != 0 {
		return view
	}
	b.seen[h] |= seenDigits
	view.locked, view.few = 0, [fewest]uint64{}
	for v, m := range b.pos[h*b.n:][:b.n] {
		if m&(m-1) == 0 {
			continue
		}
		k := bits.OnesCount64(m)
		if k < fewest {
			view.few[k] |= 1 << uint(v)
		}
		if k > b.widest[h] {
			continue
		}
		for _, shared := range b.crossedAt[h] {
			if m&^shared == 0 {
				view.locked |= 1 << uint(v)
			}
		}
	}
	accumulate(&view.few)
	return view
}

// poorOf returns the view of a house, whose poor is up to date.
func (b *board) poorOf(h int) *houseView {
	view := &b.views[h]
	if b.seen[h]&seenCells != 0 {
		return view
	}
	b.seen[h] |= seenCells
	view.poor = [fewest]uint64{}
	for slot, c := range b.houses[h].cells {
		if k := bits.OnesCount64(b.cand[c]); k > 1 && k < fewest {
			view.poor[k] |= 1 << uint(slot)
		}
	}
	accumulate(&view.poor)
	return view
}

// accumulate makes sets of equal size ones of a size up to that.
func accumulate(sets *[fewest]uint64) {
	for k := 3; k < fewest; k++ {
		sets[k] |= sets[k-1]
	}
}
