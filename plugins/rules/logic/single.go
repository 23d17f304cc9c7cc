package logic

import (
	"fmt"
	"math/bits"
)

// lastCell finds the last empty cell of a house (1.0).
type lastCell struct{ *position }

func newLastCell(p *position) technique { return lastCell{p} }

func (t lastCell) each(done func() bool) bool {
	for i, hs := range t.ripe {
		for ; hs != 0; hs &= hs - 1 {
			if h := i*64 + bits.TrailingZeros64(hs); t.empty[h] == 1 {
				hintSingle(t.position, h, "last_cell", 1.0)
				return done()
			}
		}
	}
	return false
}

// hiddenSingle finds a digit with one place left in a house (1.2 in a box, 1.5 elsewhere).
type hiddenSingle struct{ *position }

func newHiddenSingle(p *position) technique { return hiddenSingle{p} }

func (t hiddenSingle) each(done func() bool) bool {
	for i, hs := range t.ripe {
		for ; hs != 0; hs &= hs - 1 {
			h := i*64 + bits.TrailingZeros64(hs)
			switch {
			case t.empty[h] == 1:
				continue
			case t.isBox(h):
				hintSingle(t.position, h, "hidden_single_box", 1.2)
			default:
				hintSingle(t.position, h, "hidden_single", 1.5)
			}
			return done()
		}
	}
	return false
}

// hintSingle describes that a digit has one place left in a house.
func hintSingle(p *position, h int, technique string, rating float64) {
	v := bits.TrailingZeros64(p.single[h])
	p.startHint(technique, rating)
	p.hint.cell, p.hint.digit = p.cellAt(h, p.places(h, v)), v
	p.hint.cells = append(p.hint.cells, p.hint.cell)
	p.hint.houses = append(p.hint.houses, h)
	if p.verbose {
		p.hint.text = fmt.Sprintf("In %s the only place left for %s is %s.",
			p.houseName(h), p.digitName(v), p.cellName(p.hint.cell))
	}
}

// nakedSingle finds a cell with one candidate (2.3), row by row.
type nakedSingle struct{ *position }

func newNakedSingle(p *position) technique { return nakedSingle{p} }

func (t nakedSingle) each(done func() bool) bool {
	for c, vs := range t.cand {
		if vs != 0 && vs&(vs-1) == 0 {
			hintNakedSingle(t.position, c)
			return done()
		}
	}
	return false
}

// hintNakedSingle describes that a cell has one candidate left.
func hintNakedSingle(p *position, c int) {
	p.startHint("naked_single", 2.3)
	p.hint.cell, p.hint.digit = c, bits.TrailingZeros64(p.cand[c])
	p.hint.cells = append(p.hint.cells, c)
	if p.verbose {
		p.hint.text = fmt.Sprintf("%s is the only digit left for %s; its houses hold all others.",
			p.digitName(p.hint.digit), p.cellName(c))
	}
}
