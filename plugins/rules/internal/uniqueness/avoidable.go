package uniqueness

import (
	"math/bits"

	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/board"
)

// An avoidable rectangle has corners that are filled, but not given: had all four come to hold two digits in
// turn, these could be exchanged as well.

type avoidable struct {
	*board.Position
	rectangles *rectangles
	name       string
	test       func(t *avoidable, r rectangle) bool
}

// Avoidable makes avoidable rectangles of type 1 or 2.
func Avoidable(kind int) board.Maker {
	return func(p *board.Position) board.Technique {
		a := &avoidable{p, board.Share(p, newRectangles), "avoidable_rectangle_1", (*avoidable).type1}
		if kind == 2 {
			a.name, a.test = "avoidable_rectangle_2", (*avoidable).type2
		}
		return a
	}
}

// Each looks at every rectangle without a given, in each of its turns.
func (t *avoidable) Each(done func() bool) bool {
	if t.Soft {
		return false
	}
	for _, r := range t.rectangles.all {
		for turn := range 4 {
			q := rectangle{r[turn], r[(turn+1)%4], r[(turn+2)%4], r[(turn+3)%4]}
			if t.isGiven(q) {
				break
			}
			t.StartHint(t.name, 0)
			if !t.test(t, q) || len(t.Hint.Strikes) == 0 {
				continue
			}
			t.Hint.Cells = append(t.Hint.Cells, q[:]...)
			t.Say("%c are not given; if they came to hold two digits in turn, these could be exchanged", q[:])
			if done() {
				return true
			}
		}
	}
	return false
}

// isGiven reports whether a corner is given.
func (t *avoidable) isGiven(q rectangle) bool {
	for _, c := range q {
		if t.Givens[c] != 0 {
			return true
		}
	}
	return false
}

// type1: three corners are filled, so the fourth does not hold the digit of the one across the second.
func (t *avoidable) type1(q rectangle) bool {
	a := t.Value[q[0]]
	if a == 0 || t.Value[q[1]] == 0 || t.Value[q[2]] != a || t.Cand[q[3]] == 0 {
		return false
	}
	t.Hint.StrikeAll(t.Board, q[3], 1<<uint(t.Value[q[1]]-1))
	return true
}

// type2: two corners are filled, and each of the others has, beside the digit that would complete the
// pattern, one further, the same in both, which one of them holds.
func (t *avoidable) type2(q rectangle) bool {
	a, b, c, d := t.Value[q[0]], t.Value[q[1]], q[2], q[3]
	if a == 0 || b == 0 {
		return false
	}
	needC, needD := uint64(1)<<uint(a-1), uint64(1)<<uint(b-1)
	z := t.Cand[c] &^ needC
	if t.Cand[c]&needC == 0 || t.Cand[d]&needD == 0 || t.Cand[d]&^needD != z || bits.OnesCount64(z) != 1 {
		return false
	}
	t.StrikeBoth(c, d, bits.TrailingZeros64(z))
	return true
}
