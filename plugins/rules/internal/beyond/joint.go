package beyond

import (
	"fmt"
	"math/bits"
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

// CagePair (4.2) looks at two cages in one house, or a cage and the rest of its house. It strikes candidates that are
// in no way to fill both with digits that all differ.
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
		if stop, ok := t.strikeAll(&p.part, "cage_pair", 4.2, func() string { return t.text(p) }, done); stop || !ok {
			return stop
		}
	}
	return false
}

// text returns the sentence of a pair of cages.
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

// across finds cells that see each other, not all in one house.
type across struct{ *view }

// NakedSetAcross (5.0) finds two to four cells, each two of which see each other in whatever house or because of a
// constraint, that hold as many digits between them: each of these leaves the other cells that see all its places among
// them.
func NakedSetAcross(p *board.Position) board.Technique { return across{viewOf(p)} }

// mostAcross is the most cells of such a set.
const mostAcross = 4

// Each goes through the sets, those of few cells first.
func (t across) Each(done func() bool) bool {
	for k := 2; k <= mostAcross; k++ {
		if t.extend(k, nil, 0, 0, done) {
			return true
		}
	}
	return false
}

// extend adds cells from a number on to a set until it has k.
func (t across) extend(k int, set []int, union uint64, from int, done func() bool) bool {
	if len(set) == k {
		return bits.OnesCount64(union) == k && t.CommonHouse(set, 0) < 0 && t.describe(set, union) && done()
	}
	for c := from; c < t.Cells; c++ {
		if n := bits.OnesCount64(t.Cand[c]); n == 0 || bits.OnesCount64(union|t.Cand[c]) > k || !t.SeesAll(c, set) {
			continue
		}
		if t.extend(k, append(set, c), union|t.Cand[c], c+1, done) {
			return true
		}
	}
	return false
}

// describe makes the hint of a naked set that is not in one house.
func (t across) describe(set []int, union uint64) bool {
	t.StartHint("naked_set_across", 5.0)
	for m := union; m != 0; m &= m - 1 {
		v := bits.TrailingZeros64(m)
		t.strikeSeers(v, set, t.placesOf(v, set))
	}
	if len(t.Hint.Strikes) == 0 {
		return false
	}
	t.Hint.Cells = append(t.Hint.Cells, set...)
	for i, c := range set {
		for _, b := range set[:i] {
			t.AddHouses(t.CommonHouse([]int{c, b}, 0))
		}
	}
	if t.Verbose {
		t.AddSet(set...)
		t.Hint.Text = t.Sentence("%c see each other and hold %d between them; %s.", set, union, t.conclusion())
	}
	return true
}
