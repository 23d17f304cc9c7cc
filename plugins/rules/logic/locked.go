package logic

import (
	"fmt"
	"math/bits"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Locked candidates: all places of a digit in one house lie in a second house too, so the digit leaves the
// rest of the second. Pointing argues from a box, claiming from a line.

// unseen returns the digits for which technique bit t has something new to look at.
func (e *engine) unseen(t uint32) uint64 {
	var vs uint64
	for v, s := range e.seenBy {
		if s&t == 0 && int(e.placed[v]) < e.n {
			vs |= 1 << uint(v)
		}
	}
	return vs
}

func (e *engine) markSeen(vs uint64, t uint32) {
	for ; vs != 0; vs &= vs - 1 {
		e.seenBy[bits.TrailingZeros64(vs)] |= t
	}
}

// isLocked reports whether digit v has two places or more in the first house of x, all in the second, and
// others in the second.
func (e *engine) isLocked(x *crossing, v int) bool {
	m := e.pos[x.row1+v]
	return m&^x.shared1 == 0 && m&(m-1) != 0 && e.pos[x.row2+v]&^x.shared2 != 0
}

// eachLocked calls done with each crossing where a digit that technique bit t has not seen is locked, until
// it returns true.
func (e *engine) eachLocked(t uint32, done func(e *engine, x *crossing, v int) bool) bool {
	todo := e.unseen(t)
	if todo == 0 {
		return false
	}
	for i := 0; i < len(e.crosses); {
		x := &e.crosses[i]
		locked := e.digitsOf(x.house1).locked & todo
		if locked == 0 {
			i = x.next
			continue
		}
		for ; locked != 0; locked &= locked - 1 {
			if v := bits.TrailingZeros64(locked); e.isLocked(x, v) && done(e, x, v) {
				return true
			}
		}
		i++
	}
	e.markSeen(todo, t)
	return false
}

// findLocked finds pointing (2.6) and claiming (2.8).
func (e *engine) findLocked() bool { return e.eachLocked(seenLocked, (*engine).hintLocked) }

func (e *engine) hintLocked(x *crossing, v int) bool {
	e.set("claiming", 2.8)
	if e.isBox(x.house1) {
		e.set("pointing", 2.6)
	}
	e.hint.houses = append(e.hint.houses, x.house1, x.house2)
	e.hint.addSlots(e.board, x.house1, e.places(x.house1, v))
	e.hint.strikeSlots(e.board, x.house2, v, ^x.shared2)
	if e.verbose {
		e.hint.text = fmt.Sprintf("In %s, %s can only stand in %s, all of them in %s; this removes %s.",
			e.houseName(x.house1), e.digitName(v), e.cellNames(e.hint.cells), e.houseName(x.house2),
			e.hint.struck(e.frame))
	}
	return true
}

func (f *frame) isBox(h int) bool {
	k := f.houses[h].Kind
	return k == sudoku.Box || k == sudoku.Block
}

// findDirectLocked finds a locked digit that leaves one place for it in a third house, of the first one's
// kind (1.7 for pointing, 1.9 for claiming). Only the placement is kept.
func (e *engine) findDirectLocked() bool { return e.eachLocked(seenDirectLocked, (*engine).findThird) }

// findThird looks for the house in which locked digit v has one place outside x's second house.
func (e *engine) findThird(x *crossing, v int) bool {
	for _, t := range x.thirds {
		m := e.places(t.house, v)
		rest := m &^ t.shared
		if m&(m-1) != 0 && rest != 0 && rest&(rest-1) == 0 {
			return e.hintDirectLocked(x, v, t.house, e.cellAt(t.house, rest))
		}
	}
	return false
}

func (e *engine) hintDirectLocked(x *crossing, v, third, cell int) bool {
	e.set("direct_claiming", 1.9)
	if e.isBox(x.house1) {
		e.set("direct_pointing", 1.7)
	}
	e.hint.cell, e.hint.digit = cell, v
	e.hint.houses = append(e.hint.houses, x.house1, x.house2, third)
	e.hint.addSlots(e.board, x.house1, e.places(x.house1, v))
	if e.verbose {
		e.hint.text = fmt.Sprintf("In %s, %s can only stand in %s, all of them in %s; so in %s only %s is left "+
			"for it.",
			e.houseName(x.house1), e.digitName(v), e.cellNames(e.hint.cells), e.houseName(x.house2),
			e.houseName(third), e.cellName(cell))
	}
	return true
}
