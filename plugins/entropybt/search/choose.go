package search

import "math/bits"

// branch goes through all solutions below the present state, which is at rest.
func (e *general) branch() {
	if e.open == 0 {
		e.stopped = !e.emit(e.value)
		return
	}
	house, digit, cell := e.choose()
	if cell >= 0 {
		e.branchCell(cell)
		return
	}
	i := house*int32(e.frame.n) + digit
	for places := e.place[i]; places != 0; places &= places - 1 {
		if !e.try(e.frame.houses[house][bits.TrailingZeros64(places)], digit) {
			return
		}
	}
}

func (e *general) branchCell(cell int32) {
	for digits := e.cand[cell]; digits != 0; digits &= digits - 1 {
		if !e.try(cell, int32(bits.TrailingZeros64(digits))) {
			return
		}
	}
}

// try searches below one decision and takes it back. It reports whether the search goes on.
func (e *general) try(cell, digit int32) bool {
	if !e.watch.step() {
		return false
	}
	length := len(e.trail)
	if e.assign(cell, digit) && e.propagate() {
		e.branch()
	} else {
		e.clearQueues()
	}
	e.undo(length)
	return !e.stopped && e.watch.err == nil
}

// choose returns what to branch on: the cell, or else the digit in a house, of least entropy. Between equal
// entropies it takes what failed most often so far, for there most is learnt.
func (e *general) choose() (house, digit, cell int32) {
	cell = -1
	least, most := 65, uint32(0)
	for c, v := range e.value {
		if v != 0 {
			continue
		}
		if k := bits.OnesCount64(e.cand[c]); k <= least {
			if w := e.cellWeight(int32(c)); k < least || w > most {
				least, most, cell = k, w, int32(c)
			}
		}
	}
	n := e.frame.n
	for h := range e.frame.houses {
		for d, places := range e.place[h*n : h*n+n] {
			if k := bits.OnesCount64(places); k > 1 && k <= least {
				if w := 3 * e.weight[h]; k < least || w > most {
					least, most, cell = k, w, -1
					house, digit = int32(h), int32(d)
				}
			}
		}
	}
	return house, digit, cell
}

func (e *general) cellWeight(cell int32) uint32 {
	var w uint32
	for _, at := range e.frame.inFull[cell] {
		w += e.weight[at.house]
	}
	return w
}
