package logic

import (
	"fmt"
	"math/bits"
)

// findLastCell finds the last empty cell of a house (1.0).
func (e *engine) findLastCell() bool {
	for i, hs := range e.ripe {
		for ; hs != 0; hs &= hs - 1 {
			if h := i*64 + bits.TrailingZeros64(hs); e.empty[h] == 1 {
				return e.hintSingle(h, "last_cell", 1.0)
			}
		}
	}
	return false
}

// findHiddenSingle finds a digit with one place left in a house (1.2 in a box, 1.5 elsewhere).
func (e *engine) findHiddenSingle() bool {
	for i, hs := range e.ripe {
		for ; hs != 0; hs &= hs - 1 {
			h := i*64 + bits.TrailingZeros64(hs)
			switch {
			case e.empty[h] == 1:
				continue
			case e.isBox(h):
				return e.hintSingle(h, "hidden_single_box", 1.2)
			}
			return e.hintSingle(h, "hidden_single", 1.5)
		}
	}
	return false
}

func (e *engine) hintSingle(h int, technique string, rating float64) bool {
	v := bits.TrailingZeros64(e.single[h])
	e.set(technique, rating)
	e.hint.cell, e.hint.digit = e.cellAt(h, e.places(h, v)), v
	e.hint.cells = append(e.hint.cells, e.hint.cell)
	e.hint.houses = append(e.hint.houses, h)
	if e.verbose {
		e.hint.text = fmt.Sprintf("In %s the only place left for %s is %s.",
			e.houseName(h), e.digitName(v), e.cellName(e.hint.cell))
	}
	return true
}

// findNakedSingle finds a cell with one candidate (2.3), row by row.
func (e *engine) findNakedSingle() bool {
	for c, vs := range e.cand {
		if vs != 0 && vs&(vs-1) == 0 {
			e.hintNakedSingle(c)
			return true
		}
	}
	return false
}

func (e *engine) hintNakedSingle(c int) {
	e.set("naked_single", 2.3)
	e.hint.cell, e.hint.digit = c, bits.TrailingZeros64(e.cand[c])
	e.hint.cells = append(e.hint.cells, c)
	if e.verbose {
		e.hint.text = fmt.Sprintf("%s is the only digit left for %s; its houses hold all others.",
			e.digitName(e.hint.digit), e.cellName(c))
	}
}
