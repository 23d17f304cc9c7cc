package logic

import (
	"fmt"
	"math/bits"
)

// eachRemotePair calls done with every remote pair in e.hint until it returns true: cells with the same two
// candidates, linked peer to peer, alternate; with four or more of them, both digits leave the cells that see
// one of either sort.
func (e *engine) eachRemotePair(done func() bool) bool {
	grouped := newCellSet(e.cells)
	for c, vs := range e.cand {
		if bits.OnesCount64(vs) != 2 || grouped.has(c) {
			continue
		}
		var sides [2][]int
		e.alternate(c, 0, &sides, grouped)
		if len(sides[0])+len(sides[1]) < 4 {
			continue
		}
		e.set("remote_pair", 0)
		for d, ds := range e.cand {
			if ds != vs && ds&vs != 0 && e.sees(d, sides[0]) && e.sees(d, sides[1]) {
				e.hint.strikeAll(e.board, d, vs)
			}
		}
		e.hint.cells = append(append(e.hint.cells, sides[0]...), sides[1]...)
		if e.verbose {
			e.hint.text = fmt.Sprintf("%s hold one of %s, and %s the other; this removes %s.", e.cellNames(sides[0]),
				e.digitNames(vs), e.cellNames(sides[1]), e.hint.struck(e.frame))
		}
		if len(e.hint.strikes) > 0 && done() {
			return true
		}
	}
	return false
}

// alternate collects the cells that have the same candidates as a cell and are linked to it.
func (e *engine) alternate(cell, side int, sides *[2][]int, grouped cellSet) {
	grouped.add(cell)
	sides[side] = append(sides[side], cell)
	for _, p := range e.peers[cell] {
		if e.cand[p] == e.cand[cell] && !grouped.has(int(p)) {
			e.alternate(int(p), 1-side, sides, grouped)
		}
	}
}
