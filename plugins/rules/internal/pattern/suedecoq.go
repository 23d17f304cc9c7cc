package pattern

import (
	"math/bits"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/board"
)

// Sue de Coq: cells where a box and a line cross, cells of the rest of the line and cells of the rest of the
// box hold as many digits as they are, and no digit is in both rests. Then each digit stands in them once,
// and leaves the others of every house in which all its places among them lie.

// sueDeCoq looks for cells of a crossing that share their digits with a set in the line and one in the box.
type sueDeCoq struct{ *board.Position }

// SueDeCoq makes the technique that finds such crossings.
func SueDeCoq(p *board.Position) board.Technique { return sueDeCoq{p} }

// Each looks at each crossing of a box and a line.
func (t sueDeCoq) Each(done func() bool) bool {
	for i := range t.Crosses {
		x := &t.Crosses[i]
		if t.Houses[x.House1].Kind != sudoku.Box || !t.Houses[x.House2].IsLine() {
			continue
		}
		open := t.OpenSlots(x.House1, x.Shared1)
		for m := open; m != 0; m = (m - 1) & open {
			if bits.OnesCount64(m) >= 2 && t.at(x, m, done) {
				return true
			}
		}
	}
	return false
}

// at tries the cells at the slots core of the box with all cells of the two rests.
func (t sueDeCoq) at(x *board.Crossing, core uint64, done func() bool) bool {
	center := t.Union(x.House1, core)
	size := bits.OnesCount64(core)
	if bits.OnesCount64(center) < size+2 {
		return false
	}
	boxRest := t.OpenSlots(x.House1, (1<<len(t.Houses[x.House1].Cells)-1)&^x.Shared1)
	lineRest := t.OpenSlots(x.House2, (1<<len(t.Houses[x.House2].Cells)-1)&^x.Shared2)
	for a := lineRest; a != 0; a = (a - 1) & lineRest {
		va := t.Union(x.House2, a)
		if va&center == 0 {
			continue
		}
		for b := boxRest; b != 0; b = (b - 1) & boxRest {
			vb := t.Union(x.House1, b)
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

// describe makes the hint of the three sets.
func (t sueDeCoq) describe(x *board.Crossing, slots [3]uint64, center, va, vb uint64) bool {
	t.StartHint("sue_de_coq", 0)
	t.Hint.AddSlots(t.Board, x.House1, slots[0])
	core := len(t.Hint.Cells)
	t.Hint.AddSlots(t.Board, x.House2, slots[1])
	t.Hint.AddSlots(t.Board, x.House1, slots[2])
	t.Hint.Houses = append(t.Hint.Houses, x.House1, x.House2)
	t.StrikeOutside(x.House2, va|center&^vb)
	t.StrikeOutside(x.House1, vb|center&^va)
	if t.Verbose {
		t.AddSet(t.Hint.Cells...)
		t.Say("%c, with %c, hold as many digits as they are cells: %d", t.Hint.Cells[:core], t.Hint.Cells[core:],
			center|va|vb)
	}
	return len(t.Hint.Strikes) > 0
}
