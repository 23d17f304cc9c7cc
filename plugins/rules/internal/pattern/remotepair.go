package pattern

import (
	"math/bits"

	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/board"
)

// A remote pair is a group of cells with the same two candidates, linked peer to peer, which alternate; with
// four or more of them, both digits leave the cells that see one of either sort.
type remotePair struct{ *board.Position }

// RemotePair makes the technique that finds remote pairs.
func RemotePair(p *board.Position) board.Technique { return remotePair{p} }

// Each finds chains of bivalue cells with the same two digits.
func (t remotePair) Each(done func() bool) bool {
	grouped := board.NewCellSet(t.Cells)
	for c, vs := range t.Cand {
		if bits.OnesCount64(vs) != 2 || grouped.Has(c) {
			continue
		}
		var sides [2][]int
		t.alternate(c, 0, &sides, grouped)
		if len(sides[0])+len(sides[1]) < 4 {
			continue
		}
		t.StartHint("remote_pair", 0)
		for d, ds := range t.Cand {
			if ds != vs && ds&vs != 0 && t.Sees(d, sides[0]) && t.Sees(d, sides[1]) {
				t.Hint.StrikeAll(t.Board, d, vs)
			}
		}
		t.Hint.Cells = append(append(t.Hint.Cells, sides[0]...), sides[1]...)
		if t.Verbose {
			t.linkPairs(vs)
			t.Say("%c hold one of %d, and %c the other", sides[0], vs, sides[1])
		}
		if len(t.Hint.Strikes) > 0 && done() {
			return true
		}
	}
	return false
}

// alternate collects the cells that have the same candidates as a cell and are linked to it.
func (t remotePair) alternate(cell, side int, sides *[2][]int, grouped board.CellSet) {
	grouped.Add(cell)
	sides[side] = append(sides[side], cell)
	for _, p := range t.Peers[cell] {
		if t.Cand[p] == t.Cand[cell] && !grouped.Has(int(p)) {
			t.alternate(int(p), 1-side, sides, grouped)
		}
	}
}

// linkPairs adds that each cell of the pattern holds one of the two digits, and that of two peers only
// one holds the same.
func (t remotePair) linkPairs(vs uint64) {
	a, b := bits.TrailingZeros64(vs), bits.TrailingZeros64(vs&(vs-1))
	for i, c := range t.Hint.Cells {
		t.Strong(board.At(a, c), board.At(b, c))
		for _, d := range t.Hint.Cells[:i] {
			if t.ArePeers(c, d) {
				t.Weak(board.At(a, d), board.At(a, c))
				t.Weak(board.At(b, d), board.At(b, c))
			}
		}
	}
}
