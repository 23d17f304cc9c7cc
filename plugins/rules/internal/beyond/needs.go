package beyond

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/board"
)

// needs finds digits that a part must hold, and cells that would leave it no way.
type needs struct{ *view }

// CageNeeds (3.0) strikes the digits that are in all ways to fill cells that differ, each from the cells that see all
// the places that it may have there: all of them in one step.
func CageNeeds(p *board.Position) board.Technique { return needs{viewOf(p)} }

// Each goes through the parts whose cells all differ.
func (t needs) Each(done func() bool) bool {
	for _, p := range t.parts {
		if !p.sets || !t.isFew(p) {
			continue
		}
		a := t.read(p)
		if !a.ok {
			return false
		}
		needed := ^uint64(0)
		for _, m := range a.ends {
			needed &= m.used
		}
		if len(a.ends) > 0 && t.describe(p, needed) && done() {
			return true
		}
	}
	return false
}

// isFew reports whether a part is one that people look at: a constraint's, or of few cells that houses leave over.
func (v *view) isFew(p *part) bool {
	n := len(v.open(p.of))
	return n > 1 && (p.sort < innie || n <= mostUnknown && p.sort == innie)
}

// describe fills in the hint that a part needs digits, if cells that are not in it see all places of some.
func (t needs) describe(p *part, needed uint64) bool {
	t.StartHint("cage_needs", 3.0)
	var texts []string
	var said uint64
	for m := needed; m != 0; m &= m - 1 {
		v := bits.TrailingZeros64(m)
		places := t.placesOf(v, p.of)
		if len(places) == 0 || !t.strikeSeers(v, p.of, places) { // none if it is placed
			continue
		}
		if said |= m & -m; len(places) < len(t.open(p.of)) {
			texts = append(texts, fmt.Sprintf("%s in %s", t.DigitName(v), t.placesText(places)))
		}
	}
	if said == 0 {
		return false
	}
	t.argue(p)
	if t.Verbose {
		if len(texts) < ones(said) { // some are anywhere in it
			texts = []string{t.DigitNames(said)}
		}
		t.Hint.Text = t.Sentence("%s needs %s, so %s.", upper(t.partName(p)), strings.Join(texts, " and "),
			t.conclusion())
	}
	return true
}

// placesOf returns the cells among some that can hold v, each once.
func (v *view) placesOf(digit int, cells []int) (places []int) {
	for _, c := range cells {
		if v.Can(c, digit) && !slices.Contains(places, c) {
			places = append(places, c)
		}
	}
	return places
}

// strikeSeers strikes a digit from the cells beside some that see all of its places, and reports whether there are any.
func (v *view) strikeSeers(digit int, beside, places []int) bool {
	before := len(v.Hint.Strikes)
	for _, c := range v.Peers[places[0]] {
		if v.Can(int(c), digit) && !slices.Contains(beside, int(c)) && v.SeesAll(int(c), places) {
			v.Hint.Strikes = append(v.Hint.Strikes, board.Mark{Cell: int(c), V: digit})
		}
	}
	return len(v.Hint.Strikes) > before
}

// partName returns what sentences call a part: "the cage 15 at r1c345", "what box 1 leaves for r1c3 and r2c3".
func (v *view) partName(p *part) string {
	switch {
	case p.sort == outie || p.mixed:
		return fmt.Sprintf("%s, which %s %s", v.equation(p), v.HouseNames(p.houses), leave(p.houses))
	case p.sort == innie:
		return fmt.Sprintf("the sum %d that %s %s for %s", p.total[0].Low, v.HouseNames(p.houses), leave(p.houses),
			v.CellNames(slices.Sorted(slices.Values(p.of))))
	}
	return v.ConstraintName(p.constraints[0])
}

// leave returns the verb for one house or several.
func leave(houses []int) string {
	if len(houses) > 1 {
		return "leave"
	}
	return "leaves"
}

// placesText joins cells: "r1c3 or r2c3".
func (v *view) placesText(cells []int) string {
	names := make([]string, len(cells))
	for i, c := range cells {
		names[i] = v.CellName(c)
	}
	return either(names)
}

// sees finds candidates that would leave a part no way.
type sees struct{ *view }

// ConstraintSees (4.4) strikes a candidate of a cell that is not in a part, if no way to fill the part is left without
// the digit in the cells that the candidate's cell sees. What goes for the same cells of the part is one step.
func ConstraintSees(p *board.Position) board.Technique { return sees{viewOf(p)} }

// Each goes through the parts, and for each through the cells that see two or more of its empty cells.
func (t sees) Each(done func() bool) bool {
	for _, p := range t.parts {
		if p.choice != nil || !t.isFew(p) {
			continue
		}
		if a := t.read(p); !a.ok {
			return false
		}
		for _, b := range t.around(p) {
			if t.describe(p, &b) && done() {
				return true
			}
		}
	}
	return false
}

// blocked is cells of a part one of which holds each of some digits, however the part is filled.
type blocked struct {
	cells  []int
	digits uint64
}

// around returns what is blocked for the cells that see two or more of a part; of cells with the same digit the fewest.
func (t sees) around(p *part) (all []blocked) {
	for v := range t.N {
		places, first := t.placesOf(v, p.of), len(all)
		var tried [][]int
		for c := range t.Cells {
			if !t.Can(c, v) || slices.Contains(p.of, c) {
				continue
			}
			if t.Ctx.Err() != nil {
				return nil // reading long sums takes a while
			}
			seen := slices.DeleteFunc(slices.Clone(places), func(q int) bool { return !t.PeerSets[c].Has(q) })
			if len(seen) < 2 || slices.ContainsFunc(tried, func(s []int) bool { return slices.Equal(s, seen) }) {
				continue
			}
			if tried = append(tried, seen); !t.fills(p, c, v) {
				all = append(all, blocked{seen, 1 << v})
			}
		}
		more := slices.Clone(all[first:])
		all = append(all[:first], slices.DeleteFunc(slices.Clone(more), func(b blocked) bool {
			return slices.ContainsFunc(more, func(a blocked) bool { return len(a.cells) < len(b.cells) && isWithin(a.cells, b.cells) })
		})...)
	}
	for i := 0; i < len(all); i++ { // digits of the same cells go together
		all = slices.Concat(all[:i+1], slices.DeleteFunc(slices.Clone(all[i+1:]), func(b blocked) bool {
			same := slices.Equal(b.cells, all[i].cells)
			if same {
				all[i].digits |= b.digits
			}
			return same
		}))
	}
	return all
}

// isWithin reports whether all of some cells are among cells.
func isWithin(some, cells []int) bool {
	return !slices.ContainsFunc(some, func(c int) bool { return !slices.Contains(cells, c) })
}

// fills reports whether a part can be filled without digit v in the cells that see c.
func (t sees) fills(p *part, c, v int) bool {
	cand := slices.Clone(t.candidates(p.of))
	for i, q := range p.of {
		if t.PeerSets[c].Has(q) {
			cand[i] &^= 1 << v
		}
	}
	return t.sweep(cand, p.step, p.ends).ok
}

// describe makes the hint of a constraint that needs a digit which outside cells see.
func (t sees) describe(p *part, b *blocked) bool {
	t.StartHint("constraint_sees", 4.4)
	for m := b.digits; m != 0; m &= m - 1 {
		t.strikeSeers(bits.TrailingZeros64(m), p.of, b.cells)
	}
	if len(t.Hint.Strikes) == 0 {
		return false // gone since the part was looked at
	}
	t.argue(p)
	if t.Verbose {
		is, see := "is", "which see all of them"
		if ones(b.digits) > 1 {
			is = "are each"
		}
		if len(b.cells) == 2 {
			see = "which see both"
		}
		if first := t.Hint.Strikes[0].Cell; !slices.ContainsFunc(t.Hint.Strikes, func(m board.Mark) bool { return m.Cell != first }) {
			see = strings.Replace(see, "see", "sees", 1)
		}
		t.Hint.Text = t.Sentence("However %s is filled, %d %s in %s; %s, %s.", t.partName(p), b.digits, is,
			t.placesText(b.cells), t.conclusion(), see)
	}
	return true
}
