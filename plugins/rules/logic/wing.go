package logic

import (
	"fmt"
	"math/bits"
)

// Wings: a pivot and two bivalue peers of it hold three digits between them; wherever the pivot's value
// falls, one of the cells takes the digit that the two wings share.

type wing struct {
	*position
	size  int // candidates of the pivot
	wings []int32
}

// newXYWing makes wings of a pivot with two candidates (4.2).
func newXYWing(p *position) technique { return &wing{position: p, size: 2} }

// newXYZWing makes wings of a pivot with three candidates (4.4).
func newXYZWing(p *position) technique { return &wing{position: p, size: 3} }

// each goes through pivots row by row and, for each, ordered pairs of wings in the order of the pivot's links.
func (t *wing) each(done func() bool) bool {
	for pivot, vs := range t.cand {
		if bits.OnesCount64(vs) != t.size {
			continue
		}
		t.wings = t.wings[:0]
		for _, p := range t.peers[pivot] {
			if w := t.cand[p]; bits.OnesCount64(w) == 2 && bits.OnesCount64(vs&^w) == 1 {
				t.wings = append(t.wings, p)
			}
		}
		if len(t.wings) >= 2 && t.at(pivot, vs, done) {
			return true
		}
	}
	return false
}

func (t *wing) at(pivot int, vs uint64, done func() bool) bool {
	common := bits.OnesCount64(vs) - 2
	for _, a := range t.wings {
		for _, b := range t.wings {
			x, y := t.cand[a], t.cand[b]
			if bits.OnesCount64(vs|x|y) != 3 || bits.OnesCount64(vs&x&y) != common {
				continue
			}
			if t.describe(pivot, int(a), int(b), x&y) && done() {
				return true
			}
		}
	}
	return false
}

// describe fills in the hint if digit z leaves a cell that sees both wings, and an XYZ-wing's pivot.
func (t *wing) describe(pivot, a, b int, z uint64) bool {
	three := t.cand[pivot]&z != 0
	t.startHint("xy_wing", 4.2)
	if three {
		t.startHint("xyz_wing", 4.4)
	}
	for _, c := range t.peers[a] {
		if c := int(c); c != pivot && t.peerSets[b].has(c) && (!three || t.peerSets[pivot].has(c)) {
			t.hint.strikeAll(t.board, c, z)
		}
	}
	if len(t.hint.strikes) == 0 {
		return false
	}
	t.hint.cells = append(t.hint.cells, pivot, a, b)
	if t.verbose {
		takers := t.hint.cells[1:]
		if three {
			takers = t.hint.cells
		}
		t.hint.text = fmt.Sprintf("Whatever stands in %s, %s comes to stand in one of %s; this removes %s.",
			t.cellName(pivot), t.digitNames(z), t.cellNames(takers), t.hint.struck(t.frame))
	}
	return true
}
