package logic

import (
	"fmt"
	"math/bits"
)

// eachLockedSet calls done with every locked pair or triple in e.hint until it returns true: a naked set of k
// cells where a box and a line cross, so that its digits leave both.
func (e *engine) eachLockedSet(k int, done func() bool) bool {
	for i := range e.crosses {
		x := &e.crosses[i]
		if !e.isBox(x.house1) {
			continue
		}
		open := e.openSlots(x.house1, x.shared1)
		for m := open; m != 0; m = (m - 1) & open {
			vs := e.union(x.house1, m)
			if bits.OnesCount64(m) == k && bits.OnesCount64(vs) == k && e.hintLockedSet(x, m, vs) && done() {
				return true
			}
		}
	}
	return false
}

// hintLockedSet describes the locked set if it strikes something in both houses.
func (e *engine) hintLockedSet(x *crossing, slots, vs uint64) bool {
	e.set("locked_"+setNames[bits.OnesCount64(vs)], 0)
	e.hint.addSlots(e.board, x.house1, slots)
	e.strikeOutside(x.house1, vs)
	first := len(e.hint.strikes)
	e.strikeOutside(x.house2, vs)
	e.hint.houses = append(e.hint.houses, x.house1, x.house2)
	if e.verbose {
		e.hint.text = fmt.Sprintf("%s, in %s and in %s, hold %s between them; this removes %s.",
			e.cellNames(e.hint.cells), e.houseName(x.house1), e.houseName(x.house2), e.digitNames(vs),
			e.hint.struck(e.frame))
	}
	return first > 0 && len(e.hint.strikes) > first
}
