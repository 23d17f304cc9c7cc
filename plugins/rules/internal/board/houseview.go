package board

import "math/bits"

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
