package pattern

import (
	"slices"

	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/board"
)

// Twins are two patterns that share their core and strike what either does: siamese fish share the digit and
// their base and have other fins, dual 2-string kites share the two cells in the box, for one digit or two,
// dual empty rectangles the digit and the box.

type twin struct {
	*board.Position
	name  string
	of    []board.Technique
	twins func(a, b *board.Hint) bool
}

// Each joins every two hints that are twins.
func (t *twin) Each(done func() bool) bool {
	var all []board.Hint
	for _, of := range t.of {
		of.Each(func() bool {
			h := board.Hint{Strikes: slices.Clone(t.Hint.Strikes), Cells: slices.Clone(t.Hint.Cells),
				Houses: slices.Clone(t.Hint.Houses), Text: t.Hint.Text, Links: t.Hint.Links, Sets: t.Hint.Sets}
			all = append(all, h)
			return false
		})
	}
	for i := range all {
		for j := range i {
			a, b := &all[j], &all[i]
			if t.twins(a, b) && t.join(a, b) && done() {
				return true
			}
		}
	}
	return false
}

// join joins two hints if each strikes something that the other does not.
func (t *twin) join(a, b *board.Hint) bool {
	t.StartHint(t.name, 0)
	t.Hint.Strikes = append(t.Hint.Strikes, a.Strikes...)
	for _, m := range b.Strikes {
		t.StrikeOnce(m.Cell, 1<<uint(m.V))
	}
	if n := len(t.Hint.Strikes); n == len(a.Strikes) || n == len(b.Strikes) {
		return false
	}
	t.AddCells(slices.Concat(a.Cells, b.Cells)...)
	t.AddHouses(slices.Concat(a.Houses, b.Houses)...)
	if t.Verbose {
		t.Hint.Links, t.Hint.Sets = slices.Concat(a.Links, b.Links), slices.Concat(a.Sets, b.Sets)
		t.Hint.Text = a.Text + " And: " + b.Text
	}
	return true
}

// sameBase reports whether two hints have the same digit and first k houses, in any order.
func sameBase(k int) func(a, b *board.Hint) bool {
	return func(a, b *board.Hint) bool {
		return a.Strikes[0].V == b.Strikes[0].V && !slices.ContainsFunc(a.Houses[:k],
			func(h int) bool { return !slices.Contains(b.Houses[:k], h) })
	}
}

// SiameseFish makes two finned or sashimi fish of k lines on the same base.
func SiameseFish(k int) board.Maker {
	return func(p *board.Position) board.Technique {
		return &twin{p, "siamese_" + fishNames[k],
			[]board.Technique{FinnedFish(k, false)(p), FinnedFish(k, true)(p)}, sameBase(k)}
	}
}

// SiameseComplexFish makes two fish of a kind on the same base.
func SiameseComplexFish(kind FishKind) board.Maker {
	return func(p *board.Position) board.Technique {
		return &twin{p, "siamese_" + kind.name(), []board.Technique{ComplexFish(kind)(p)}, sameBase(kind.K)}
	}
}

// DualKite makes two 2-string kites with the same cells in the box.
func DualKite(p *board.Position) board.Technique {
	return &twin{p, "dual_two_string_kite", []board.Technique{Kite(p)}, func(a, b *board.Hint) bool {
		return a.Cells[1] == b.Cells[1] && a.Cells[2] == b.Cells[2] || a.Cells[1] == b.Cells[2] && a.Cells[2] == b.Cells[1]
	}}
}

// DualRectangle makes two empty rectangles of a digit in the same box.
func DualRectangle(p *board.Position) board.Technique {
	return &twin{p, "dual_empty_rectangle", []board.Technique{EmptyRectangle(p)}, func(a, b *board.Hint) bool {
		return a.Strikes[0].V == b.Strikes[0].V && a.Houses[0] == b.Houses[0]
	}}
}
