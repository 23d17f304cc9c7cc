package logic

import (
	"slices"
)

// Twins are two patterns that share their core and strike what either does: siamese fish share the digit and
// their base and have other fins, dual 2-string kites share the two cells in the box, for one digit or two,
// dual empty rectangles the digit and the box.

// eachTwin calls done with every two hints of an enumeration that are twins in e.hint, as one, until it
// returns true.
func (e *engine) eachTwin(name string, each func(e *engine, done func() bool) bool,
	twins func(a, b *hint) bool, done func() bool) bool {
	var all []hint
	each(e, func() bool {
		h := hint{strikes: slices.Clone(e.hint.strikes), cells: slices.Clone(e.hint.cells),
			houses: slices.Clone(e.hint.houses), text: e.hint.text}
		all = append(all, h)
		return false
	})
	for i := range all {
		for j := range i {
			a, b := &all[j], &all[i]
			if twins(a, b) && e.hintTwin(name, a, b) && done() {
				return true
			}
		}
	}
	return false
}

// hintTwin joins two hints if each strikes something that the other does not.
func (e *engine) hintTwin(name string, a, b *hint) bool {
	e.set(name, 0)
	e.hint.strikes = append(e.hint.strikes, a.strikes...)
	shared := 0
	for _, m := range b.strikes {
		if slices.Contains(a.strikes, m) {
			shared++
			continue
		}
		e.hint.strikes = append(e.hint.strikes, m)
	}
	if shared == len(a.strikes) || shared == len(b.strikes) {
		return false
	}
	for _, c := range slices.Concat(a.cells, b.cells) {
		e.addCell(c)
	}
	e.hint.houses = append(e.hint.houses, a.houses...)
	for _, h := range b.houses {
		if !slices.Contains(e.hint.houses, h) {
			e.hint.houses = append(e.hint.houses, h)
		}
	}
	if e.verbose {
		e.hint.text = a.text + " And: " + b.text
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

// eachSiameseFish calls done with every two finned or sashimi fish of k lines on the same base.
func (e *engine) eachSiameseFish(k int, done func() bool) bool {
	each := func(e *engine, done func() bool) bool {
		return e.eachFinnedFish(k, false, done) || e.eachFinnedFish(k, true, done)
	}
	return e.eachTwin("siamese_"+fishNames[k], each, sameBase(k), done)
}

// eachSiameseComplexFish does so with fish that have boxes.
func (e *engine) eachSiameseComplexFish(kind fishKind, done func() bool) bool {
	each := func(e *engine, done func() bool) bool { return e.eachComplexFish(kind, done) }
	return e.eachTwin("siamese_"+kind.name(), each, sameBase(kind.k), done)
}

// eachDualKite calls done with every dual 2-string kite in e.hint until it returns true.
func (e *engine) eachDualKite(done func() bool) bool {
	return e.eachTwin("dual_two_string_kite", (*engine).eachKite, func(a, b *hint) bool {
		return a.cells[1] == b.cells[1] && a.cells[2] == b.cells[2] || a.cells[1] == b.cells[2] &&
			a.cells[2] == b.cells[1]
	}, done)
}

// eachDualRectangle does so with dual empty rectangles.
func (e *engine) eachDualRectangle(done func() bool) bool {
	return e.eachTwin("dual_empty_rectangle", (*engine).eachEmptyRectangle,
		func(a, b *hint) bool { return a.strikes[0].v == b.strikes[0].v && a.houses[0] == b.houses[0] }, done)
}
