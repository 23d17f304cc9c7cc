// Package pattern holds the techniques that look for a pattern of cells: singles, locked candidates, naked
// and hidden sets, fish, wings, strong links and templates.
//
// Each has a constructor, such as [XYWing] or [Fish], that makes it for a position; the table of package
// ladder lists them. A technique keeps its scratch memory to itself.
package pattern

import (
	"math/bits"

	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/board"
)

// lastCell finds the last empty cell of a house (1.0).
type lastCell struct{ *board.Position }

// LastCell makes the technique that finds the last empty cell of a house.
func LastCell(p *board.Position) board.Technique { return lastCell{p} }

// Each finds houses with one empty cell.
func (t lastCell) Each(done func() bool) bool {
	for i, hs := range t.Ripe {
		for ; hs != 0; hs &= hs - 1 {
			if h := i*64 + bits.TrailingZeros64(hs); t.Empty[h] == 1 {
				HintSingle(t.Position, h, "last_cell", 1.0)
				if stop := done(); stop || !t.All {
					return stop
				}
			}
		}
	}
	return false
}

// hiddenSingle finds a digit with one place left in a house (1.2 in a box, 1.5 elsewhere).
type hiddenSingle struct{ *board.Position }

// HiddenSingle makes the technique that finds a digit with one place left in a house.
func HiddenSingle(p *board.Position) board.Technique { return hiddenSingle{p} }

// Each finds digits with one place in a house.
func (t hiddenSingle) Each(done func() bool) bool {
	for i, hs := range t.Ripe {
		for ; hs != 0; hs &= hs - 1 {
			h := i*64 + bits.TrailingZeros64(hs)
			if t.Empty[h] == 1 {
				continue
			}
			technique, rating := "hidden_single", 1.5
			if t.IsBox(h) {
				technique, rating = "hidden_single_box", 1.2
			}
			for vs := t.Single[h]; vs != 0; vs &= vs - 1 {
				hintSingle(t.Position, h, bits.TrailingZeros64(vs), technique, rating)
				if stop := done(); stop || !t.All {
					return stop
				}
			}
		}
	}
	return false
}

// HintSingle describes that the smallest digit that has one place left in a house goes there.
func HintSingle(p *board.Position, h int, technique string, rating float64) {
	hintSingle(p, h, bits.TrailingZeros64(p.Single[h]), technique, rating)
}

// hintSingle makes the hint of a digit's only place in a house.
func hintSingle(p *board.Position, h, v int, technique string, rating float64) {
	p.StartHint(technique, rating)
	p.Hint.Cell, p.Hint.Digit = p.CellAt(h, p.Places(h, v)), v
	p.Hint.Cells = append(p.Hint.Cells, p.Hint.Cell)
	p.Hint.Houses = append(p.Hint.Houses, h)
	if p.Verbose {
		p.Hint.Text = p.Sentence("In %h the only place left for %d is %c.", h, v, p.Hint.Cell)
	}
}

// nakedSingle finds a cell with one candidate (2.3), row by row.
type nakedSingle struct{ *board.Position }

// NakedSingle makes the technique that finds a cell with one candidate left.
func NakedSingle(p *board.Position) board.Technique { return nakedSingle{p} }

// Each finds cells with one candidate.
func (t nakedSingle) Each(done func() bool) bool {
	for c, vs := range t.Cand {
		if vs != 0 && vs&(vs-1) == 0 {
			HintNakedSingle(t.Position, c)
			if stop := done(); stop || !t.All {
				return stop
			}
		}
	}
	return false
}

// HintNakedSingle describes that a cell has one candidate left.
func HintNakedSingle(p *board.Position, c int) {
	p.StartHint("naked_single", 2.3)
	p.Hint.Cell, p.Hint.Digit = c, bits.TrailingZeros64(p.Cand[c])
	p.Hint.Cells = append(p.Hint.Cells, c)
	if p.Verbose {
		why := "; its houses hold all others"
		if p.Puzzle != nil {
			why = "" // constraints may have taken some
		}
		p.Hint.Text = p.Sentence("%d is the only digit left for %c%s.", p.Hint.Digit, c, why)
	}
}
