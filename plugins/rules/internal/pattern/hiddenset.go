package pattern

import (
	"math/bits"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/board"
)

// Hidden sets: k digits of a house have k cells between them, so other digits leave these cells.

// hiddenSet looks for k digits that have only k cells in a house.
type hiddenSet struct {
	*board.Position
	k      int
	direct bool         // look for the placement that the set leads to
	seen   board.Memory // houses
	sets   [sudoku.MaxSize]uint64
}

// HiddenSet makes the technique that finds hidden pairs (3.4), triplets (4.0) or quads (5.4).
func HiddenSet(k int) board.Maker { return makeHidden(k, false) }

// DirectSet makes hidden pairs (2.0) or triplets (2.5) that leave a single place for another digit of the same
// house. Only that placement is kept.
func DirectSet(k int) board.Maker { return makeHidden(k, true) }

// makeHidden makes the technique of a size.
func makeHidden(k int, direct bool) board.Maker {
	return func(p *board.Position) board.Technique {
		return &hiddenSet{Position: p, k: k, direct: direct, seen: make(board.Memory, len(p.Houses))}
	}
}

// Each looks at each house with enough empty cells.
func (t *hiddenSet) Each(done func() bool) bool {
	least := 2*t.k + 1
	if t.Wide || t.direct {
		least = t.k + 1
	}
	for h := range t.Houses {
		if t.seen[h] >= t.HouseChanged[h] || !t.Houses[h].Full {
			continue
		}
		if int(t.Empty[h]) >= least && t.in(h, done) {
			return true
		}
		t.seen[h] = t.Version
	}
	return false
}

// in looks at one house.
func (t *hiddenSet) in(h int, done func() bool) bool {
	k := t.k
	few := t.DigitsOf(h).Few[k]
	if bits.OnesCount64(few) < k {
		return false
	}
	sets := t.sets[:t.N]
	for v := range sets {
		sets[v] = t.Places(h, v) & -(few >> uint(v) & 1)
	}
	p := board.Pick{Sets: sets, K: k, Accept: func(chosen, union uint64) bool {
		if t.direct {
			return t.hintDirectSet(h, chosen, union) && done()
		}
		return t.hintHiddenSet(h, chosen, union) && done()
	}}
	return p.Search()
}

// hintHiddenSet describes the hidden set of digits vs at some slots if it removes something.
func (t *hiddenSet) hintHiddenSet(h int, vs, slots uint64) bool {
	t.StartHint("hidden_"+setNames[t.k], hiddenRatings[t.k])
	for m := slots; m != 0; m &= m - 1 {
		t.Hint.StrikeAll(t.Board, t.CellAt(h, m), ^vs)
	}
	if len(t.Hint.Strikes) == 0 {
		return false
	}
	t.Hint.Houses = append(t.Hint.Houses, h)
	t.Hint.AddSlots(t.Board, h, slots)
	if t.Verbose {
		t.AddSet(t.Hint.Cells...)
		t.Say("In %h, %d can only stand in %c", h, vs, t.Hint.Cells)
	}
	return true
}

// hintDirectSet describes the placement that the hidden set leads to, if there is one.
func (t *hiddenSet) hintDirectSet(h int, vs, slots uint64) bool {
	for v := range t.N {
		m := t.Places(h, v)
		rest := m &^ slots
		if vs>>uint(v)&1 == 1 || m&(m-1) == 0 || rest == 0 || rest&(rest-1) != 0 {
			continue
		}
		t.StartHint("direct_hidden_"+setNames[t.k], directRatings[t.k])
		t.Hint.Cell, t.Hint.Digit = t.CellAt(h, rest), v
		t.Hint.Houses = append(t.Hint.Houses, h)
		t.Hint.AddSlots(t.Board, h, slots)
		if t.Verbose {
			t.AddSet(t.Hint.Cells...)
			t.Hint.Text = t.Sentence("In %h, %d take %c, so the only place left for %d is %c.", h, vs, t.Hint.Cells,
				v, t.Hint.Cell)
		}
		return true
	}
	return false
}
