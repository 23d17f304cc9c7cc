package logic

import (
	"fmt"
	"math/bits"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Hidden sets: k digits of a house have k cells between them, so other digits leave these cells.

type hiddenSet struct {
	*position
	k      int
	direct bool   // look for the placement that the set leads to
	seen   memory // houses
	sets   [sudoku.MaxSize]uint64
}

// newHiddenSet makes hidden pairs (3.4), triplets (4.0) or quads (5.4).
func newHiddenSet(k int) maker {
	return func(p *position) technique {
		return &hiddenSet{position: p, k: k, seen: make(memory, len(p.houses))}
	}
}

// newDirectSet makes hidden pairs (2.0) or triplets (2.5) that leave a single place for another digit of the same
// house. Only that placement is kept.
func newDirectSet(k int) maker {
	return func(p *position) technique {
		return &hiddenSet{position: p, k: k, direct: true, seen: make(memory, len(p.houses))}
	}
}

func (t *hiddenSet) each(done func() bool) bool {
	least := 2*t.k + 1
	if t.wide || t.direct {
		least = t.k + 1
	}
	for h := range t.houses {
		if t.seen[h] >= t.houseChanged[h] || !t.houses[h].full {
			continue
		}
		if int(t.empty[h]) >= least && t.in(h, done) {
			return true
		}
		t.seen[h] = t.version
	}
	return false
}

func (t *hiddenSet) in(h int, done func() bool) bool {
	k := t.k
	few := t.digitsOf(h).few[k]
	if bits.OnesCount64(few) < k {
		return false
	}
	sets := t.sets[:t.n]
	for v := range sets {
		sets[v] = t.places(h, v) & -(few >> uint(v) & 1)
	}
	p := pick{sets, k, func(chosen, union uint64) bool {
		if t.direct {
			return t.hintDirectSet(h, chosen, union) && done()
		}
		return t.hintHiddenSet(h, chosen, union) && done()
	}}
	return p.search()
}

// hintHiddenSet describes the hidden set of digits vs at some slots if it removes something.
func (t *hiddenSet) hintHiddenSet(h int, vs, slots uint64) bool {
	t.startHint("hidden_"+setNames[t.k], hiddenRatings[t.k])
	for m := slots; m != 0; m &= m - 1 {
		t.hint.strikeAll(t.board, t.cellAt(h, m), ^vs)
	}
	if len(t.hint.strikes) == 0 {
		return false
	}
	t.hint.houses = append(t.hint.houses, h)
	t.hint.addSlots(t.board, h, slots)
	if t.verbose {
		t.hint.text = fmt.Sprintf("In %s, %s can only stand in %s; this removes %s.",
			t.houseName(h), t.digitNames(vs), t.cellNames(t.hint.cells), t.hint.struck(t.frame))
	}
	return true
}

// hintDirectSet describes the placement that the hidden set leads to, if there is one.
func (t *hiddenSet) hintDirectSet(h int, vs, slots uint64) bool {
	for v := range t.n {
		m := t.places(h, v)
		rest := m &^ slots
		if vs>>uint(v)&1 == 1 || m&(m-1) == 0 || rest == 0 || rest&(rest-1) != 0 {
			continue
		}
		t.startHint("direct_hidden_"+setNames[t.k], directRatings[t.k])
		t.hint.cell, t.hint.digit = t.cellAt(h, rest), v
		t.hint.houses = append(t.hint.houses, h)
		t.hint.addSlots(t.board, h, slots)
		if t.verbose {
			t.hint.text = fmt.Sprintf("In %s, %s take %s, so the only place left for %s is %s.", t.houseName(h),
				t.digitNames(vs), t.cellNames(t.hint.cells), t.digitName(v), t.cellName(t.hint.cell))
		}
		return true
	}
	return false
}
