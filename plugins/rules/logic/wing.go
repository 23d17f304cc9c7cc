package logic

import (
	"fmt"
	"math/bits"
)

// Wings: a pivot and two bivalue peers of it hold three digits between them; wherever the pivot's value
// falls, one of the cells takes the digit that the two wings share.

// findXYWing finds a pivot with two candidates and two wings (4.2).
func (e *engine) findXYWing() bool { return e.eachWing(2, func() bool { return true }) }

// findXYZWing finds a pivot with three candidates and two wings (4.4).
func (e *engine) findXYZWing() bool { return e.eachWing(3, func() bool { return true }) }

// eachWing calls done with every wing in e.hint until it returns true: pivots row by row and, for each,
// ordered pairs of wings in the order of the pivot's links.
func (e *engine) eachWing(size int, done func() bool) bool {
	for pivot, vs := range e.cand {
		if bits.OnesCount64(vs) != size {
			continue
		}
		wings := e.pairs[:0]
		for _, p := range e.peers[pivot] {
			if w := e.cand[p]; bits.OnesCount64(w) == 2 && bits.OnesCount64(vs&^w) == 1 {
				wings = append(wings, p)
			}
		}
		e.pairs = wings
		if len(wings) >= 2 && e.wingAt(pivot, vs, wings, done) {
			return true
		}
	}
	return false
}

func (e *engine) wingAt(pivot int, vs uint64, wings []int32, done func() bool) bool {
	common := bits.OnesCount64(vs) - 2
	for _, a := range wings {
		for _, b := range wings {
			x, y := e.cand[a], e.cand[b]
			if bits.OnesCount64(vs|x|y) != 3 || bits.OnesCount64(vs&x&y) != common {
				continue
			}
			if e.hintWing(pivot, int(a), int(b), x&y) && done() {
				return true
			}
		}
	}
	return false
}

// hintWing describes the wing if digit z leaves a cell that sees both wings, and an XYZ-wing's pivot.
func (e *engine) hintWing(pivot, a, b int, z uint64) bool {
	three := e.cand[pivot]&z != 0
	e.set("xy_wing", 4.2)
	if three {
		e.set("xyz_wing", 4.4)
	}
	for _, c := range e.peers[a] {
		if c := int(c); c != pivot && e.peerSets[b].has(c) && (!three || e.peerSets[pivot].has(c)) {
			e.hint.strikeAll(e.board, c, z)
		}
	}
	if len(e.hint.strikes) == 0 {
		return false
	}
	e.hint.cells = append(e.hint.cells, pivot, a, b)
	if e.verbose {
		takers := e.hint.cells[1:]
		if three {
			takers = e.hint.cells
		}
		e.hint.text = fmt.Sprintf("Whatever stands in %s, %s comes to stand in one of %s; this removes %s.",
			e.cellName(pivot), e.digitNames(z), e.cellNames(takers), e.hint.struck(e.frame))
	}
	return true
}
