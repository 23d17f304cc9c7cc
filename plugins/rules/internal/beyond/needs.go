package beyond

import (
	"fmt"
	"math/bits"
	"slices"

	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/board"
)

// needs finds digits that a part must hold, and cells that would leave it no way.
type needs struct{ *view }

// CageNeeds (3.0) strikes a digit that is in all ways to fill cells that differ, from the cells that see all the places that it
// may have there.
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
		for ; needed != 0 && len(a.ends) > 0; needed &= needed - 1 {
			if v := bits.TrailingZeros64(needed); t.describe(p, v) && done() {
				return true
			}
		}
	}
	return false
}

// isFew reports whether a part is one that people look at: a constraint's, or of few cells that houses leave over.
func (v *view) isFew(p *part) bool {
	n := len(v.open(p.of))
	return n > 1 && (p.sort < innie || n <= mostUnknown && p.sort == innie)
}

// describe fills in the hint that a part needs digit v, if a cell that is not in it sees all places.
func (t needs) describe(p *part, v int) bool {
	var places []int
	for _, c := range p.of {
		if t.Can(c, v) {
			places = append(places, c)
		}
	}
	if len(places) == 0 {
		return false // placed
	}
	t.StartHint("cage_needs", 3.0)
	for _, c := range t.Peers[places[0]] {
		if t.Can(int(c), v) && !slices.Contains(p.of, int(c)) && t.SeesAll(int(c), places) {
			t.Hint.Strikes = append(t.Hint.Strikes, board.Mark{Cell: int(c), V: v})
		}
	}
	if len(t.Hint.Strikes) == 0 {
		return false
	}
	t.argue(p)
	if t.Verbose {
		t.Hint.Text = fmt.Sprintf("%s needs %s in %s, so %s.", upper(t.partName(p)), t.DigitName(v), t.placesText(places),
			t.cannot(v))
	}
	return true
}

// partName returns what sentences call a part: "the cage 15 at r1c345", "what box 1 leaves for r1c3 and r2c3".
func (v *view) partName(p *part) string {
	if p.sort >= innie {
		return fmt.Sprintf("the sum %d that %s %s for %s", p.total[0].Low, v.HouseNames(p.houses), leave(p.houses), v.CellNames(v.open(p.of)))
	}
	return v.ConstraintName(p.constraints[0])
}

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

// cannot says that the struck cells cannot be v: "r1c9 is not 9", "9 goes from r1c8 and r1c9".
func (v *view) cannot(digit int) string {
	var cells []int
	for _, m := range v.Hint.Strikes {
		cells = append(cells, m.Cell)
	}
	if len(cells) == 1 {
		return fmt.Sprintf("%s is not %s", v.CellName(cells[0]), v.DigitName(digit))
	}
	return fmt.Sprintf("none of %s is %s", v.CellNames(cells), v.DigitName(digit))
}

// sees finds candidates that would leave a part no way.
type sees struct{ *view }

// ConstraintSees (4.4) strikes a candidate of a cell that is not in a part, if no way to fill the part is left without the
// digit in the cells that the candidate's cell sees.
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
		if t.around(p, done) {
			return true
		}
	}
	return false
}

func (t sees) around(p *part, done func() bool) bool {
	tried := map[string]bool{} // by digit and the cells that are seen, those without a way
	for c := range t.Cells {
		if t.Cand[c] == 0 || slices.Contains(p.of, c) {
			continue
		}
		for m := t.Cand[c]; m != 0; m &= m - 1 {
			v := bits.TrailingZeros64(m)
			key := []byte{byte(v)}
			for i, q := range p.of {
				if t.Can(q, v) && t.PeerSets[c].Has(q) {
					key = append(key, byte(i))
				}
			}
			if len(key) < 3 {
				continue
			}
			blocked, known := tried[string(key)]
			if !known {
				blocked = !t.fills(p, c, v)
				tried[string(key)] = blocked
			}
			if blocked && t.describe(p, c, v) && done() {
				return true
			}
		}
	}
	return false
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

func (t sees) describe(p *part, c, v int) bool {
	t.StartHint("constraint_sees", 4.4)
	t.Hint.Strikes = append(t.Hint.Strikes, board.Mark{Cell: c, V: v})
	t.argue(p)
	if t.Verbose {
		var seen []int
		for _, q := range p.of {
			if t.Can(q, v) && t.PeerSets[c].Has(q) && !slices.Contains(seen, q) {
				seen = append(seen, q)
			}
		}
		t.Hint.Text = fmt.Sprintf("However %s is filled, %s is in %s, and %s sees each of them; so %s.", t.partName(p), t.DigitName(v),
			t.placesText(seen), t.CellName(c), t.cannot(v))
	}
	return true
}
