package beyond

import (
	"math/bits"

	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/board"
)

// across finds cells that see each other, not all in one house.
type across struct{ *view }

// NakedSetAcross (5.0) finds two to four cells, each two of which see each other in whatever house or because of a constraint,
// that hold as many digits between them: each of these leaves the other cells that see all its places among them.
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
			t.AddHouse(t.CommonHouse([]int{c, b}, 0))
		}
	}
	if t.Verbose {
		t.AddSet(set...)
		t.Hint.Text = t.Sentence("%c see each other and hold %d between them; %s.", set, union, t.conclusion())
	}
	return true
}
