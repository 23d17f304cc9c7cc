package logic

import (
	"fmt"
	"math/bits"
)

// Locked candidates: all places of a digit in one house lie in a second house too, so the digit leaves the
// rest of the second. Pointing argues from a box, claiming from a line.

type locked struct {
	*position
	direct bool // look for the placement that a locked digit leads to
	seen   memory
}

func newLocked(p *position) technique { return &locked{position: p, seen: make(memory, p.n)} }

func newDirectLocked(p *position) technique {
	return &locked{position: p, direct: true, seen: make(memory, p.n)}
}

// isLocked reports whether digit v has two places or more in the first house of x, all in the second, and
// others in the second.
func (t *locked) isLocked(x *crossing, v int) bool {
	m := t.pos[x.row1+v]
	return m&^x.shared1 == 0 && m&(m-1) != 0 && t.pos[x.row2+v]&^x.shared2 != 0
}

// each goes through the crossings where a digit is locked that may have become so since it was looked at.
func (t *locked) each(done func() bool) bool {
	todo := t.unseen(t.seen)
	if todo == 0 {
		return false
	}
	for i := 0; i < len(t.crosses); {
		x := &t.crosses[i]
		locked := t.digitsOf(x.house1).locked & todo
		if locked == 0 {
			i = x.next
			continue
		}
		for ; locked != 0; locked &= locked - 1 {
			if v := bits.TrailingZeros64(locked); t.isLocked(x, v) && t.describe(x, v) && done() {
				return true
			}
		}
		i++
	}
	t.foundNothing(todo, t.seen)
	return false
}

func (t *locked) describe(x *crossing, v int) bool {
	if t.direct {
		return t.findThird(x, v)
	}
	t.hintLocked(x, v)
	return true
}

// hintLocked describes pointing (2.6) or claiming (2.8).
func (t *locked) hintLocked(x *crossing, v int) {
	t.startHint("claiming", 2.8)
	if t.isBox(x.house1) {
		t.startHint("pointing", 2.6)
	}
	t.hint.houses = append(t.hint.houses, x.house1, x.house2)
	t.hint.addSlots(t.board, x.house1, t.places(x.house1, v))
	t.hint.strikeSlots(t.board, x.house2, v, ^x.shared2)
	if t.verbose {
		t.hint.text = fmt.Sprintf("In %s, %s can only stand in %s, all of them in %s; this removes %s.",
			t.houseName(x.house1), t.digitName(v), t.cellNames(t.hint.cells), t.houseName(x.house2),
			t.hint.struck(t.frame))
	}
}

// findThird looks for a third house, of the first one's kind, in which the locked digit v has one place outside
// x's second house (1.7 for pointing, 1.9 for claiming). Only that placement is kept.
func (t *locked) findThird(x *crossing, v int) bool {
	for _, third := range x.thirds {
		m := t.places(third.house, v)
		rest := m &^ third.shared
		if m&(m-1) != 0 && rest != 0 && rest&(rest-1) == 0 {
			return t.hintDirectLocked(x, v, third.house, t.cellAt(third.house, rest))
		}
	}
	return false
}

func (t *locked) hintDirectLocked(x *crossing, v, third, cell int) bool {
	t.startHint("direct_claiming", 1.9)
	if t.isBox(x.house1) {
		t.startHint("direct_pointing", 1.7)
	}
	t.hint.cell, t.hint.digit = cell, v
	t.hint.houses = append(t.hint.houses, x.house1, x.house2, third)
	t.hint.addSlots(t.board, x.house1, t.places(x.house1, v))
	if t.verbose {
		t.hint.text = fmt.Sprintf("In %s, %s can only stand in %s, all of them in %s; so in %s only %s is left "+
			"for it.",
			t.houseName(x.house1), t.digitName(v), t.cellNames(t.hint.cells), t.houseName(x.house2),
			t.houseName(third), t.cellName(cell))
	}
	return true
}
