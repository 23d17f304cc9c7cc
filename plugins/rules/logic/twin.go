package logic

import (
	"slices"
)

// Twins are two patterns that share their core and strike what either does: siamese fish share the digit and
// their base and have other fins, dual 2-string kites share the two cells in the box, for one digit or two,
// dual empty rectangles the digit and the box.

type twin struct {
	*position
	name  string
	of    []technique
	twins func(a, b *hint) bool
}

// each joins every two hints that are twins.
func (t *twin) each(done func() bool) bool {
	var all []hint
	for _, of := range t.of {
		of.each(func() bool {
			h := hint{strikes: slices.Clone(t.hint.strikes), cells: slices.Clone(t.hint.cells),
				houses: slices.Clone(t.hint.houses), text: t.hint.text}
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
func (t *twin) join(a, b *hint) bool {
	t.startHint(t.name, 0)
	t.hint.strikes = append(t.hint.strikes, a.strikes...)
	shared := 0
	for _, m := range b.strikes {
		if slices.Contains(a.strikes, m) {
			shared++
			continue
		}
		t.hint.strikes = append(t.hint.strikes, m)
	}
	if shared == len(a.strikes) || shared == len(b.strikes) {
		return false
	}
	for _, c := range slices.Concat(a.cells, b.cells) {
		t.addCell(c)
	}
	t.hint.houses = append(t.hint.houses, a.houses...)
	for _, h := range b.houses {
		if !slices.Contains(t.hint.houses, h) {
			t.hint.houses = append(t.hint.houses, h)
		}
	}
	if t.verbose {
		t.hint.text = a.text + " And: " + b.text
	}
	return true
}

// sameBase reports whether two hints have the same digit and first k houses, in any order.
func sameBase(k int) func(a, b *hint) bool {
	return func(a, b *hint) bool {
		return a.strikes[0].v == b.strikes[0].v && !slices.ContainsFunc(a.houses[:k],
			func(h int) bool { return !slices.Contains(b.houses[:k], h) })
	}
}

// newSiameseFish makes two finned or sashimi fish of k lines on the same base.
func newSiameseFish(k int) maker {
	return func(p *position) technique {
		return &twin{p, "siamese_" + fishNames[k],
			[]technique{newFinnedFish(k, false)(p), newFinnedFish(k, true)(p)}, sameBase(k)}
	}
}

// newSiameseComplexFish makes two fish of a kind on the same base.
func newSiameseComplexFish(kind fishKind) maker {
	return func(p *position) technique {
		return &twin{p, "siamese_" + kind.name(), []technique{newComplexFish(kind)(p)}, sameBase(kind.k)}
	}
}

func newDualKite(p *position) technique {
	return &twin{p, "dual_two_string_kite", []technique{newKite(p)}, func(a, b *hint) bool {
		return a.cells[1] == b.cells[1] && a.cells[2] == b.cells[2] ||
			a.cells[1] == b.cells[2] && a.cells[2] == b.cells[1]
	}}
}

func newDualRectangle(p *position) technique {
	return &twin{p, "dual_empty_rectangle", []technique{newEmptyRectangle(p)}, func(a, b *hint) bool {
		return a.strikes[0].v == b.strikes[0].v && a.houses[0] == b.houses[0]
	}}
}
