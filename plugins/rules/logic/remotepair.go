package logic

import (
	"fmt"
	"math/bits"
)

// A remote pair is a group of cells with the same two candidates, linked peer to peer, which alternate; with four or
// more of them, both digits leave the cells that see one of either sort.
type remotePair struct{ *position }

func newRemotePair(p *position) technique { return remotePair{p} }

func (t remotePair) each(done func() bool) bool {
	grouped := newCellSet(t.cells)
	for c, vs := range t.cand {
		if bits.OnesCount64(vs) != 2 || grouped.has(c) {
			continue
		}
		var sides [2][]int
		t.alternate(c, 0, &sides, grouped)
		if len(sides[0])+len(sides[1]) < 4 {
			continue
		}
		t.startHint("remote_pair", 0)
		for d, ds := range t.cand {
			if ds != vs && ds&vs != 0 && t.sees(d, sides[0]) && t.sees(d, sides[1]) {
				t.hint.strikeAll(t.board, d, vs)
			}
		}
		t.hint.cells = append(append(t.hint.cells, sides[0]...), sides[1]...)
		if t.verbose {
			t.hint.text = fmt.Sprintf("%s hold one of %s, and %s the other; this removes %s.", t.cellNames(sides[0]),
				t.digitNames(vs), t.cellNames(sides[1]), t.hint.struck(t.frame))
		}
		if len(t.hint.strikes) > 0 && done() {
			return true
		}
	}
	return false
}

// alternate collects the cells that have the same candidates as a cell and are linked to it.
func (t remotePair) alternate(cell, side int, sides *[2][]int, grouped cellSet) {
	grouped.add(cell)
	sides[side] = append(sides[side], cell)
	for _, p := range t.peers[cell] {
		if t.cand[p] == t.cand[cell] && !grouped.has(int(p)) {
			t.alternate(int(p), 1-side, sides, grouped)
		}
	}
}
