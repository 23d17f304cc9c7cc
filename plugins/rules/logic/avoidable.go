package logic

import (
	"fmt"
	"math/bits"
)

// An avoidable rectangle has corners that are filled, but not given: had all four come to hold two digits in
// turn, these could be exchanged as well.

// eachAvoidable calls done with every rectangle without a given, in each of its turns, for which hint strikes
// something, until it returns true.
func (e *engine) eachAvoidable(name string, hint func(r rectangle) bool, done func() bool) bool {
	if !e.square || e.soft {
		return false
	}
	if e.oblongs == nil {
		e.oblongs = e.frame.rectangles()
	}
	for _, r := range e.oblongs {
		for turn := range 4 {
			q := rectangle{r[turn], r[(turn+1)%4], r[(turn+2)%4], r[(turn+3)%4]}
			if e.isGiven(q) {
				break
			}
			e.set(name, 0)
			if !hint(q) || len(e.hint.strikes) == 0 {
				continue
			}
			e.hint.cells = append(e.hint.cells, q[:]...)
			if e.verbose {
				e.hint.text = fmt.Sprintf("%s are not given; if they came to hold two digits in turn, these could be "+
					"exchanged; this removes %s.", e.cellNames(q[:]), e.hint.struck(e.frame))
			}
			if done() {
				return true
			}
		}
	}
	return false
}

// isGiven reports whether a corner is given.
func (e *engine) isGiven(q rectangle) bool {
	for _, c := range q {
		if e.givens[c] != 0 {
			return true
		}
	}
	return false
}

// eachAvoidable1 calls done with every rectangle of which three corners are filled in e.hint until it returns
// true: the fourth does not hold the digit of the one across the second.
func (e *engine) eachAvoidable1(done func() bool) bool {
	return e.eachAvoidable("avoidable_rectangle_1", func(q rectangle) bool {
		a := e.value[q[0]]
		if a == 0 || e.value[q[1]] == 0 || e.value[q[2]] != a || e.cand[q[3]] == 0 {
			return false
		}
		e.hint.strikeAll(e.board, q[3], 1<<uint(e.value[q[1]]-1))
		return true
	}, done)
}

// eachAvoidable2 does so with two filled corners: each of the others has, beside the digit that would
// complete the pattern, one further, the same in both, which one of them holds.
func (e *engine) eachAvoidable2(done func() bool) bool {
	return e.eachAvoidable("avoidable_rectangle_2", func(q rectangle) bool {
		a, b, c, d := e.value[q[0]], e.value[q[1]], q[2], q[3]
		if a == 0 || b == 0 {
			return false
		}
		needC, needD := uint64(1)<<uint(a-1), uint64(1)<<uint(b-1)
		z := e.cand[c] &^ needC
		if e.cand[c]&needC == 0 || e.cand[d]&needD == 0 || e.cand[d]&^needD != z || bits.OnesCount64(z) != 1 {
			return false
		}
		e.strikeBoth(c, d, bits.TrailingZeros64(z))
		return true
	}, done)
}
