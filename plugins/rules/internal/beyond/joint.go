package beyond

import (
	"fmt"
	"slices"

	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/board"
)

// joint reads two cages whose cells all lie in one house as one.
type joint struct {
	*view
	pairs []*pairing
}

// pairing is two cages of a house, or a cage and the rest of its house.
type pairing struct {
	part
	first, second *part // second is nil for the rest of the house
}

// CagePair (4.2) strikes from two cages in one house, or from a cage and the rest of its house, what is in no way to fill
// both so that all their digits differ.
func CagePair(p *board.Position) board.Technique {
	t := &joint{view: viewOf(p)}
	for h := range t.Houses {
		t.pairUp(h)
	}
	return t
}

// mostJoint is how many cells two cages may have together.
const mostJoint = 9

// pairUp lists the pairs of cages in a house.
func (t *joint) pairUp(h int) {
	cells := t.Houses[h].House.Cells
	var inside []*part
	for _, p := range t.parts {
		if p.sort == cage && len(p.of) > 1 && len(p.of) < len(cells) &&
			!slices.ContainsFunc(p.of, func(c int) bool { return !slices.Contains(cells, c) }) {
			inside = append(inside, p)
		}
	}
	for i, a := range inside {
		for _, b := range inside[:i] {
			if len(a.of)+len(b.of) <= mostJoint && !slices.ContainsFunc(a.of, func(c int) bool { return slices.Contains(b.of, c) }) {
				t.pairs = append(t.pairs, t.pair(h, a, b))
			}
		}
		if t.Houses[h].Full && t.N <= mostJoint {
			t.pairs = append(t.pairs, t.pair(h, a, nil))
		}
	}
}

// pair makes the part of two cages; of one and the rest of the house if b is nil.
func (t *joint) pair(h int, a, b *part) *pairing {
	joined := part{sort: line, of: slices.Clone(a.of), houses: []int{h}, constraints: slices.Clone(a.constraints)}
	p := &pairing{part: joined, first: a, second: b}
	if b != nil {
		p.of, p.constraints = append(p.of, b.of...), append(p.constraints, b.constraints...)
	} else {
		for _, c := range t.Houses[h].House.Cells {
			if !slices.Contains(a.of, c) {
				p.of = append(p.of, c)
			}
		}
	}
	at1 := len(a.of)
	p.step = func(at int, m memory, d int) (memory, bool) {
		if at == at1 {
			if !inTotal(a.total, m.sum, m.sum) {
				return m, false
			}
			m.sum = 0
		}
		digit := uint64(1) << (d - 1)
		ok := m.used&digit == 0
		m.used |= digit
		if m.sum += d; at >= at1 && b == nil {
			m.sum = 0
		}
		return m, ok
	}
	p.ends = func(m memory) bool { return b == nil || inTotal(b.total, m.sum, m.sum) }
	return p
}

// Each goes through the pairs that have three empty cells or more, and some in each.
func (t *joint) Each(done func() bool) bool {
	for _, p := range t.pairs {
		if len(t.open(p.first.of)) == 0 || len(t.open(p.of)) < 3 {
			continue
		}
		if struck, ok := t.strikeAll(&p.part, "cage_pair", 4.2); !ok {
			return false
		} else if !struck {
			continue
		}
		if t.Verbose {
			t.Hint.Text = t.text(p)
		}
		if done() {
			return true
		}
	}
	return false
}

func (t *joint) text(p *pairing) string {
	first, house := t.ConstraintName(p.first.constraints[0]), t.HouseName(p.houses[0])
	if p.second == nil {
		sets := t.setsText(first, p.firstSets(t.view))
		return fmt.Sprintf("%s, and the rest of %s the other digits%s%s.", sets, house, t.beside(p.of[len(p.first.of):], 3),
			t.conclusion())
	}
	return fmt.Sprintf("%s and %s are both in %s, so they share no digit; of the ways to fill both, %s.", upper(first),
		t.ConstraintName(p.second.constraints[0]), house, t.conclusion())
}

// firstSets returns what the first cage can hold together with the rest, as an answer.
func (p *pairing) firstSets(v *view) *answer {
	a := v.read(p.first)
	left := &answer{}
	for _, m := range a.ends {
		cand := slices.Clone(v.candidates(p.of))
		for i := range cand {
			if i < len(p.first.of) {
				cand[i] &= m.used
			} else {
				cand[i] &^= m.used
			}
		}
		if v.sweep(cand, p.step, p.ends).ok {
			left.ends = append(left.ends, m)
		}
	}
	return left
}
