package logic

import (
	"fmt"
	"math/bits"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Sue de Coq: cells where a box and a line cross, cells of the rest of the line and cells of the rest of the
// box hold as many digits as they are, and no digit is in both rests. Then each digit stands in them once,
// and leaves the others of every house in which all its places among them lie.

// eachSueDeCoq calls done with every Sue de Coq in e.hint until it returns true.
func (e *engine) eachSueDeCoq(done func() bool) bool {
	for i := range e.crosses {
		x := &e.crosses[i]
		if e.houses[x.house1].Kind != sudoku.Box || !e.houses[x.house2].IsLine() {
			continue
		}
		open := e.openSlots(x.house1, x.shared1)
		for m := open; m != 0; m = (m - 1) & open {
			if bits.OnesCount64(m) >= 2 && e.sueDeCoqAt(x, m, done) {
				return true
			}
		}
	}
	return false
}

// openSlots returns the slots of empty cells among some of a house.
func (e *engine) openSlots(h int, slots uint64) uint64 {
	var open uint64
	for ; slots != 0; slots &= slots - 1 {
		if e.cand[e.cellAt(h, slots)] != 0 {
			open |= slots & -slots
		}
	}
	return open
}

// union returns the candidates of the cells at some slots of a house.
func (e *engine) union(h int, slots uint64) uint64 {
	var vs uint64
	for ; slots != 0; slots &= slots - 1 {
		vs |= e.cand[e.cellAt(h, slots)]
	}
	return vs
}

// sueDeCoqAt tries the cells at the slots core of the box with all cells of the two rests.
func (e *engine) sueDeCoqAt(x *crossing, core uint64, done func() bool) bool {
	center := e.union(x.house1, core)
	size := bits.OnesCount64(core)
	if bits.OnesCount64(center) < size+2 {
		return false
	}
	boxRest := e.openSlots(x.house1, (1<<len(e.houses[x.house1].cells)-1)&^x.shared1)
	lineRest := e.openSlots(x.house2, (1<<len(e.houses[x.house2].cells)-1)&^x.shared2)
	for a := lineRest; a != 0; a = (a - 1) & lineRest {
		va := e.union(x.house2, a)
		if va&center == 0 {
			continue
		}
		for b := boxRest; b != 0; b = (b - 1) & boxRest {
			vb := e.union(x.house1, b)
			n := size + bits.OnesCount64(a) + bits.OnesCount64(b)
			if vb&center == 0 || va&vb != 0 || bits.OnesCount64(center|va|vb) != n {
				continue
			}
			if e.hintSueDeCoq(x, [3]uint64{core, a, b}, center, va, vb) && done() {
				return true
			}
		}
	}
	return false
}

func (e *engine) hintSueDeCoq(x *crossing, slots [3]uint64, center, va, vb uint64) bool {
	e.set("sue_de_coq", 0)
	e.hint.addSlots(e.board, x.house1, slots[0])
	core := len(e.hint.cells)
	e.hint.addSlots(e.board, x.house2, slots[1])
	e.hint.addSlots(e.board, x.house1, slots[2])
	e.hint.houses = append(e.hint.houses, x.house1, x.house2)
	e.strikeOutside(x.house2, va|center&^vb)
	e.strikeOutside(x.house1, vb|center&^va)
	if e.verbose {
		e.hint.text = fmt.Sprintf("%s, with %s, hold as many digits as they are cells: %s; this removes %s.",
			e.cellNames(e.hint.cells[:core]), e.cellNames(e.hint.cells[core:]), e.digitNames(center|va|vb),
			e.hint.struck(e.frame))
	}
	return len(e.hint.strikes) > 0
}

// strikeOutside strikes digits from the cells of a house that are not in the hint's pattern.
func (e *engine) strikeOutside(h int, vs uint64) {
	for _, c := range e.houses[h].cells {
		inside := false
		for _, p := range e.hint.cells {
			inside = inside || p == int(c)
		}
		for m := vs & e.cand[c]; m != 0 && !inside; m &= m - 1 {
			if v := bits.TrailingZeros64(m); !e.isStruck(int(c), v) {
				e.hint.strikes = append(e.hint.strikes, mark{int(c), v})
			}
		}
	}
}
