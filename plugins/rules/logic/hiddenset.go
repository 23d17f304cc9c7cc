package logic

import (
	"fmt"
	"math/bits"
)

// Hidden sets: k digits of a house have k cells between them, so other digits leave these cells.

// findHiddenSet finds a hidden pair (3.4), triplet (4.0) or quad (5.4). Where direct, it finds one that
// leaves a single place for another digit of the same house, and only that placement is kept (pair 2.0,
// triplet 2.5).
func (e *engine) findHiddenSet(k int, direct bool, seen uint32) bool {
	least := 2*k + 1
	if direct {
		least = k + 1
	}
	return e.eachHiddenSet(k, least, direct, seen, func() bool { return true })
}

// findAnyHiddenSet finds a hidden set in any house with more than k empty cells.
func (e *engine) findAnyHiddenSet(k int, seen uint32) bool {
	return e.eachHiddenSet(k, k+1, false, seen, func() bool { return true })
}

// eachHiddenSet calls done with every hidden set in a house with at least so many empty cells in e.hint until
// it returns true.
func (e *engine) eachHiddenSet(k, least int, direct bool, seen uint32, done func() bool) bool {
	for h := range e.houses {
		if e.seen[h]&seen != 0 || !e.houses[h].full {
			continue
		}
		if int(e.empty[h]) >= least && e.hiddenSetIn(h, k, direct, done) {
			return true
		}
		e.seen[h] |= seen
	}
	return false
}

func (e *engine) hiddenSetIn(h, k int, direct bool, done func() bool) bool {
	few := e.digitsOf(h).few[k]
	if bits.OnesCount64(few) < k {
		return false
	}
	sets := e.sets[:e.n]
	for v := range sets {
		sets[v] = e.places(h, v) & -(few >> uint(v) & 1)
	}
	p := pick{sets, k, func(chosen, union uint64) bool {
		if direct {
			return e.hintDirectSet(h, k, chosen, union) && done()
		}
		return e.hintHiddenSet(h, k, chosen, union) && done()
	}}
	return p.search()
}

// hintHiddenSet describes the hidden set of digits vs at some slots if it removes something.
func (e *engine) hintHiddenSet(h, k int, vs, slots uint64) bool {
	e.set("hidden_"+setNames[k], hiddenRatings[k])
	for m := slots; m != 0; m &= m - 1 {
		e.hint.strikeAll(e.board, e.cellAt(h, m), ^vs)
	}
	if len(e.hint.strikes) == 0 {
		return false
	}
	e.hint.houses = append(e.hint.houses, h)
	e.hint.addSlots(e.board, h, slots)
	if e.verbose {
		e.hint.text = fmt.Sprintf("In %s, %s can only stand in %s; this removes %s.",
			e.houseName(h), e.digitNames(vs), e.cellNames(e.hint.cells), e.hint.struck(e.frame))
	}
	return true
}

// hintDirectSet describes the placement that the hidden set leads to, if there is one.
func (e *engine) hintDirectSet(h, k int, vs, slots uint64) bool {
	for v := range e.n {
		m := e.places(h, v)
		rest := m &^ slots
		if vs>>uint(v)&1 == 1 || m&(m-1) == 0 || rest == 0 || rest&(rest-1) != 0 {
			continue
		}
		e.set("direct_hidden_"+setNames[k], directRatings[k])
		e.hint.cell, e.hint.digit = e.cellAt(h, rest), v
		e.hint.houses = append(e.hint.houses, h)
		e.hint.addSlots(e.board, h, slots)
		if e.verbose {
			e.hint.text = fmt.Sprintf("In %s, %s take %s, so the only place left for %s is %s.", e.houseName(h),
				e.digitNames(vs), e.cellNames(e.hint.cells), e.digitName(v), e.cellName(e.hint.cell))
		}
		return true
	}
	return false
}
