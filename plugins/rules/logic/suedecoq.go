package logic

import (
	"fmt"
	"math/bits"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Sue de Coq: cells where a box and a line cross, cells of the rest of the line and cells of the rest of the
// box hold as many digits as they are, and no digit is in both rests. Then each digit stands in them once,
// and leaves the others of every house in which all its places among them lie.

type sueDeCoq struct{ *position }

func newSueDeCoq(p *position) technique { return sueDeCoq{p} }

func (t sueDeCoq) each(done func() bool) bool {
	for i := range t.crosses {
		x := &t.crosses[i]
		if t.houses[x.house1].Kind != sudoku.Box || !t.houses[x.house2].IsLine() {
			continue
		}
		open := t.openSlots(x.house1, x.shared1)
		for m := open; m != 0; m = (m - 1) & open {
			if bits.OnesCount64(m) >= 2 && t.at(x, m, done) {
				return true
			}
		}
	}
	return false
}

// at tries the cells at the slots core of the box with all cells of the two rests.
func (t sueDeCoq) at(x *crossing, core uint64, done func() bool) bool {
	center := t.union(x.house1, core)
	size := bits.OnesCount64(core)
	if bits.OnesCount64(center) < size+2 {
		return false
	}
	boxRest := t.openSlots(x.house1, (1<<len(t.houses[x.house1].cells)-1)&^x.shared1)
	lineRest := t.openSlots(x.house2, (1<<len(t.houses[x.house2].cells)-1)&^x.shared2)
	for a := lineRest; a != 0; a = (a - 1) & lineRest {
		va := t.union(x.house2, a)
		if va&center == 0 {
			continue
		}
		for b := boxRest; b != 0; b = (b - 1) & boxRest {
			vb := t.union(x.house1, b)
			n := size + bits.OnesCount64(a) + bits.OnesCount64(b)
			if vb&center == 0 || va&vb != 0 || bits.OnesCount64(center|va|vb) != n {
				continue
			}
			if t.describe(x, [3]uint64{core, a, b}, center, va, vb) && done() {
				return true
			}
		}
	}
	return false
}

func (t sueDeCoq) describe(x *crossing, slots [3]uint64, center, va, vb uint64) bool {
	t.startHint("sue_de_coq", 0)
	t.hint.addSlots(t.board, x.house1, slots[0])
	core := len(t.hint.cells)
	t.hint.addSlots(t.board, x.house2, slots[1])
	t.hint.addSlots(t.board, x.house1, slots[2])
	t.hint.houses = append(t.hint.houses, x.house1, x.house2)
	t.strikeOutside(x.house2, va|center&^vb)
	t.strikeOutside(x.house1, vb|center&^va)
	if t.verbose {
		t.hint.text = fmt.Sprintf("%s, with %s, hold as many digits as they are cells: %s; this removes %s.",
			t.cellNames(t.hint.cells[:core]), t.cellNames(t.hint.cells[core:]), t.digitNames(center|va|vb),
			t.hint.struck(t.frame))
	}
	return len(t.hint.strikes) > 0
}
