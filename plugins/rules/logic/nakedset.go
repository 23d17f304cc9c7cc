package logic

import (
	"fmt"
	"math/bits"
)

// Naked sets: k cells of a house hold k digits between them, so the digits leave the house's other cells.

var (
	setNames      = [...]string{2: "pair", 3: "triplet", 4: "quad"}
	nakedRatings  = [...]float64{2: 3.0, 3: 3.6, 4: 5.0}
	hiddenRatings = [...]float64{2: 3.4, 3: 4.0, 4: 5.4}
	directRatings = [...]float64{2: 2.0, 3: 2.5}
)

// findNakedSet finds a naked pair (3.0), triplet (3.6) or quad (5.0). Sudoku Explainer leaves the larger half
// of a house to hidden sets. seen is the technique's bit.
func (e *engine) findNakedSet(k int, seen uint32) bool {
	return e.eachNakedSet(k, 2*k, seen, func() bool { return true })
}

// findAnyNakedSet finds a naked set in any house with more than k empty cells.
func (e *engine) findAnyNakedSet(k int, seen uint32) bool {
	return e.eachNakedSet(k, k+1, seen, func() bool { return true })
}

// eachNakedSet calls done with every naked set in a house with at least so many empty cells in e.hint until
// it returns true.
func (e *engine) eachNakedSet(k, least int, seen uint32, done func() bool) bool {
	for h := range e.houses {
		if e.seen[h]&seen != 0 || int(e.empty[h]) < least {
			continue
		}
		if e.nakedSetIn(h, k, done) {
			return true
		}
		e.seen[h] |= seen
	}
	return false
}

func (e *engine) nakedSetIn(h, k int, done func() bool) bool {
	poor := e.poorOf(h).poor[k]
	if bits.OnesCount64(poor) < k {
		return false
	}
	sets := e.sets[:len(e.houses[h].cells)]
	for slot, c := range e.houses[h].cells {
		sets[slot] = e.cand[c] & -(poor >> uint(slot) & 1)
	}
	p := pick{sets, k, func(chosen, union uint64) bool {
		return e.hintNakedSet(h, k, chosen, union) && done()
	}}
	return p.search()
}

// hintNakedSet describes the naked set if it removes something.
func (e *engine) hintNakedSet(h, k int, chosen, union uint64) bool {
	e.set("naked_"+setNames[k], nakedRatings[k])
	for slot, c := range e.houses[h].cells {
		if chosen>>uint(slot)&1 == 0 {
			e.hint.strikeAll(e.board, int(c), union)
		}
	}
	if len(e.hint.strikes) == 0 {
		return false
	}
	e.hint.houses = append(e.hint.houses, h)
	e.hint.addSlots(e.board, h, chosen)
	e.widenSet(union)
	if e.verbose {
		e.hint.text = fmt.Sprintf("In %s, %s hold %s between them; this removes %s.",
			e.houseName(h), e.cellNames(e.hint.cells), e.digitNames(union), e.hint.struck(e.frame))
	}
	return true
}

// widenSet strikes the digits of a naked set, which is the hint's pattern, in every house that holds it,
// where the ladder is HoDoKu's; Sudoku Explainer strikes in one house at a time.
func (e *engine) widenSet(vs uint64) {
	if !e.wide {
		return
	}
	for i := range e.seats[e.hint.cells[0]] {
		if h := e.commonHouse(e.hint.cells, i); h >= 0 {
			e.strikeOutside(h, vs)
		}
	}
}
