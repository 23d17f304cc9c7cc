package logic

import "fmt"

// Naked sets: k cells of a house hold k digits between them, so the digits leave the house's other cells.

var (
	setNames      = [...]string{2: "pair", 3: "triplet", 4: "quad"}
	nakedRatings  = [...]float64{2: 3.0, 3: 3.6, 4: 5.0}
	hiddenRatings = [...]float64{2: 3.4, 3: 4.0, 4: 5.4}
	directRatings = [...]float64{2: 2.0, 3: 2.5}
)

// findNakedSet finds a naked pair (3.0), triplet (3.6) or quad (5.0). seen is the technique's bit.
func (e *engine) findNakedSet(k int, seen uint32) bool {
	for h := range e.houses {
		if e.seen[h]&seen != 0 || int(e.empty[h]) < 2*k {
			continue
		}
		if e.nakedSetIn(h, k) {
			return true
		}
		e.seen[h] |= seen
	}
	return false
}

func (e *engine) nakedSetIn(h, k int) bool {
	sets := e.sets[:len(e.houses[h].cells)]
	few := 0
	for slot, c := range e.houses[h].cells {
		sets[slot] = within(e.cand[c], k)
		if sets[slot] != 0 {
			few++
		}
	}
	if few < k {
		return false
	}
	p := pick{sets, k, func(chosen, union uint64) bool { return e.hintNakedSet(h, k, chosen, union) }}
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
	if e.verbose {
		e.hint.text = fmt.Sprintf("In %s, %s hold %s between them; this removes %s.",
			e.houseName(h), e.cellNames(e.hint.cells), e.digitNames(union), e.hint.struck(e.frame))
	}
	return true
}
