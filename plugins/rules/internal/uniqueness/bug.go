package uniqueness

import (
	"math/bits"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/board"
)

// A bivalue universal grave (BUG): if every empty cell had two candidates and every digit two places in each
// of its houses, the puzzle would have no solution or two. When a few further candidates, the bug values of
// the bug cells, are all that keeps a board from that, one of them is true.

// grave is a board's bug cells and values.
type grave struct {
	cells  []int
	values []uint64 // of each bug cell
	all    uint64   // their union
	common []int    // peers of all bug cells, in link order of the first
}

// bug looks for a grid in which all cells but a few have two candidates (bivalue universal grave).
type bug struct {
	*board.Position
	grave
	oneCell bool // only type 1
	sets    [sudoku.MaxSize]uint64
}

// BUG makes the technique that finds BUGs of all types, as Sudoku Explainer has them.
func BUG(p *board.Position) board.Technique { return &bug{Position: p} }

// BUG1 makes the technique that finds BUGs with one bug cell, as HoDoKu has them.
func BUG1(p *board.Position) board.Technique { return &bug{Position: p, oneCell: true} }

// Each finds one BUG, of type 1 (5.6), 2, 4 (5.7) or 3 (5.7 + 0.1 a cell of the set).
func (t *bug) Each(done func() bool) bool { return t.find() && done() }

// find reports whether the position is a grave but for some cells.
func (t *bug) find() bool {
	g := &t.grave
	if !t.collect() || !t.isGrave() || t.oneCell && len(g.cells) > 1 {
		return false
	}
	switch {
	case len(g.cells) == 1:
		return t.bug1()
	case g.all&(g.all-1) == 0:
		return t.bug2() || len(g.cells) == 2 && t.bug4()
	case len(g.common) > 0:
		return len(g.cells) == 2 && t.bug4() || t.bug3()
	}
	return false
}

// collect looks in every house for digits with a number of places that is not 0 or 2. If one of these
// places is in a cell with three candidates or more, that is a bug; none means that the board is no grave. It
// reports false if no hint can come of the bugs.
func (t *bug) collect() bool {
	t.grave.cells, t.values, t.all, t.common = t.grave.cells[:0], t.values[:0], 0, t.common[:0]
	for _, k := range t.LinkOrder {
		for h := k.From; h < k.To; h++ {
			for v := range t.N {
				m := t.Places(h, v)
				if n := bits.OnesCount64(m); n == 0 || n == 2 {
					continue
				}
				cell, rich := t.richCell(h, m)
				if rich == 0 {
					return false
				}
				if rich == 1 && !t.addBug(cell, v) {
					return false
				}
			}
		}
	}
	return len(t.grave.cells) > 0
}

// richCell counts the cells with three candidates or more at some slots of a house, and returns one.
func (t *bug) richCell(h int, slots uint64) (cell, rich int) {
	for ; slots != 0; slots &= slots - 1 {
		if c := t.CellAt(h, slots); bits.OnesCount64(t.Cand[c]) >= 3 {
			cell = c
			rich++
		}
	}
	return cell, rich
}

// addBug adds a candidate that is one too many.
func (t *bug) addBug(cell, v int) bool {
	at := slices.Index(t.grave.cells, cell)
	if at < 0 {
		if len(t.grave.cells) == 0 {
			for _, p := range t.Peers[cell] {
				t.common = append(t.common, int(p))
			}
		}
		at = len(t.grave.cells)
		t.grave.cells = append(t.grave.cells, cell)
		t.values = append(t.values, 0)
		t.common = slices.DeleteFunc(t.common, func(c int) bool { return !t.PeerSets[cell].Has(c) })
	}
	t.values[at] |= 1 << uint(v)
	t.all |= 1 << uint(v)
	return len(t.grave.cells) == 1 || t.all&(t.all-1) == 0 || len(t.common) > 0
}

// isGrave reports whether without the bugs every empty cell has two candidates and every digit two places or
// none in each house.
func (t *bug) isGrave() bool {
	for c, vs := range t.Cand {
		for i, bug := range t.grave.cells {
			if bug == c {
				vs &^= t.values[i]
			}
		}
		if n := bits.OnesCount64(vs); n != 2 && n != 0 || n == 0 && t.Value[c] == 0 {
			return false
		}
	}
	for h := range t.Houses {
		for v := range t.N {
			n := bits.OnesCount64(t.Places(h, v))
			for i, c := range t.grave.cells {
				if t.values[i]>>uint(v)&1 == 1 && t.SlotIn(h, c) >= 0 {
					n--
				}
			}
			if n != 0 && n != 2 {
				return false
			}
		}
	}
	return true
}

// setBug begins the hint of a type.
func (t *bug) setBug(kind string, rating float64) {
	t.StartHint("bug_"+kind, rating)
	t.Hint.Cells = append(t.Hint.Cells, t.grave.cells...)
}

// sayBug writes the hint's sentence.
func (t *bug) sayBug(conclusion string, args ...any) {
	t.Say("Without %d in %c every cell and every place would be one of two, with two solutions; "+conclusion,
		append([]any{t.all, t.grave.cells}, args...)...)
}

// bug1: one bug cell holds one of its bug values.
func (t *bug) bug1() bool {
	t.setBug("1", 5.6)
	t.Hint.StrikeAll(t.Board, t.grave.cells[0], ^t.all)
	t.sayBug("so %c holds such a digit", t.grave.cells[0])
	return true
}

// bug2: all bug cells share one bug value, which leaves their common peers.
func (t *bug) bug2() bool {
	t.setBug("2", 5.7)
	for _, c := range t.common {
		t.Hint.StrikeAll(t.Board, c, t.all)
	}
	t.sayBug("so one of them holds it")
	return len(t.Hint.Strikes) > 0
}

// bug4: two bug cells of a house share one other digit, which one of them takes; the rest of their other digits go.
func (t *bug) bug4() bool {
	a, b := t.grave.cells[0], t.grave.cells[1]
	lock := t.Cand[a] & t.Cand[b] &^ t.all
	h := t.CommonHouse(t.grave.cells, 0)
	if bits.OnesCount64(lock) != 1 || h < 0 {
		return false
	}
	t.setBug("4", 5.7)
	t.Hint.StrikeAll(t.Board, a, ^(t.values[0] | lock))
	t.Hint.StrikeAll(t.Board, b, ^(t.values[1] | lock))
	t.Hint.Houses = append(t.Hint.Houses, h)
	if v := bits.TrailingZeros64(lock); t.Verbose {
		t.Strong(board.At(v, a), board.At(v, b))
	}
	t.sayBug("so one cell holds such a digit, and the other %d", lock)
	return len(t.Hint.Strikes) > 0
}

// bug3: the bug cells of a house act as one cell that holds the bug values: it makes a naked set with other cells.
func (t *bug) bug3() bool {
	for i := range t.Seats[t.grave.cells[0]] {
		h := t.CommonHouse(t.grave.cells, i)
		if h < 0 || h != int(t.Seats[t.grave.cells[0]][i].House) {
			continue
		}
		var others []int
		for _, c := range t.common {
			if t.SlotIn(h, c) >= 0 {
				others = append(others, c)
			}
		}
		for k := 2; k <= 6 && k <= len(others); k++ {
			if t.bug3Set(h, k, others) {
				return true
			}
		}
	}
	return false
}

// bug3Set looks for a naked set with the extra digits as one more cell.
func (t *bug) bug3Set(h, k int, others []int) bool {
	sets := t.sets[:len(others)]
	for i, c := range others {
		sets[i] = board.Within(t.Cand[c], k)
	}
	p := board.Pick{Sets: sets, K: k, Accept: func(chosen, union uint64) bool {
		var cover uint64
		for m := chosen; m != 0; m &= m - 1 {
			cover |= sets[bits.TrailingZeros64(m)]
		}
		if bits.OnesCount64(cover) != k {
			return false
		}
		return t.hintBug3(h, k, others, chosen, union)
	}}
	return p.Extend(k-1, len(others), 0, t.all)
}

// hintBug3 makes the hint of type 3.
func (t *bug) hintBug3(h, k int, others []int, chosen, union uint64) bool {
	t.setBug("3", 5.7+float64(k-1)*0.1)
	for i, c := range others {
		if chosen>>uint(i)&1 == 0 {
			t.Hint.StrikeAll(t.Board, c, union)
		} else {
			t.Hint.Cells = append(t.Hint.Cells, c)
		}
	}
	t.Hint.Houses = append(t.Hint.Houses, h)
	if t.Verbose {
		t.AddSet(t.Hint.Cells...)
	}
	t.sayBug("so one such digit stands there and makes a naked set of %d in %h", union, h)
	return len(t.Hint.Strikes) > 0
}
