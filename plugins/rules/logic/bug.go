package logic

import (
	"fmt"
	"math/bits"
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

// findBUG finds types 1 (5.6), 2, 4 (5.7) and 3 (5.7 + 0.1 a cell of the set).
func (e *engine) findBUG() bool {
	g := &e.bugs
	if !e.collectBugs(g) || !e.isGrave(g) {
		return false
	}
	switch {
	case len(g.cells) == 1:
		return e.bug1(g)
	case g.all&(g.all-1) == 0:
		return e.bug2(g) || len(g.cells) == 2 && e.bug4(g)
	case len(g.common) > 0:
		return len(g.cells) == 2 && e.bug4(g) || e.bug3(g)
	}
	return false
}

// collectBugs looks in every house for digits with a number of places that is not 0 or 2. If one of these
// places is in a cell with three candidates or more, that is a bug; none means that the board is no grave. It
// reports false where no hint can come of the bugs.
func (e *engine) collectBugs(g *grave) bool {
	g.cells, g.values, g.all, g.common = g.cells[:0], g.values[:0], 0, g.common[:0]
	for _, k := range e.linkOrder {
		for h := k.from; h < k.to; h++ {
			for v := range e.n {
				m := e.places(h, v)
				if n := bits.OnesCount64(m); n == 0 || n == 2 {
					continue
				}
				cell, rich := e.richCell(h, m)
				if rich == 0 {
					return false
				}
				if rich == 1 && !e.addBug(g, cell, v) {
					return false
				}
			}
		}
	}
	return len(g.cells) > 0
}

// richCell counts the cells with three candidates or more at some slots of a house, and returns one.
func (e *engine) richCell(h int, slots uint64) (cell, rich int) {
	for ; slots != 0; slots &= slots - 1 {
		if c := e.cellAt(h, slots); bits.OnesCount64(e.cand[c]) >= 3 {
			cell = c
			rich++
		}
	}
	return cell, rich
}

func (e *engine) addBug(g *grave, cell, v int) bool {
	at := -1
	for i, c := range g.cells {
		if c == cell {
			at = i
		}
	}
	if at < 0 {
		if len(g.cells) == 0 {
			for _, p := range e.peers[cell] {
				g.common = append(g.common, int(p))
			}
		}
		at = len(g.cells)
		g.cells = append(g.cells, cell)
		g.values = append(g.values, 0)
		kept := g.common[:0]
		for _, c := range g.common {
			if e.peerSets[cell].has(c) {
				kept = append(kept, c)
			}
		}
		g.common = kept
	}
	g.values[at] |= 1 << uint(v)
	g.all |= 1 << uint(v)
	return len(g.cells) == 1 || g.all&(g.all-1) == 0 || len(g.common) > 0
}

// isGrave reports whether without the bugs every empty cell has two candidates and every digit two places or
// none in each house.
func (e *engine) isGrave(g *grave) bool {
	for c, vs := range e.cand {
		for i, bug := range g.cells {
			if bug == c {
				vs &^= g.values[i]
			}
		}
		if n := bits.OnesCount64(vs); n != 2 && n != 0 || n == 0 && e.value[c] == 0 {
			return false
		}
	}
	for h := range e.houses {
		for v := range e.n {
			n := bits.OnesCount64(e.places(h, v))
			for i, c := range g.cells {
				if g.values[i]>>uint(v)&1 == 1 && e.slotIn(h, c) >= 0 {
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

func (e *engine) setBug(g *grave, kind string, rating float64) {
	e.set("bug_"+kind, rating)
	e.hint.cells = append(e.hint.cells, g.cells...)
}

// sayBug writes the hint's sentence.
func (e *engine) sayBug(g *grave, conclusion string) {
	if e.verbose {
		e.hint.text = fmt.Sprintf("Without %s in %s every cell and every place would be one of two, with two "+
			"solutions; "+
			"%s; this removes %s.", e.digitNames(g.all), e.cellNames(g.cells), conclusion, e.hint.struck(e.frame))
	}
}

// bug1: one bug cell holds one of its bug values.
func (e *engine) bug1(g *grave) bool {
	e.setBug(g, "1", 5.6)
	e.hint.strikeAll(e.board, g.cells[0], ^g.all)
	e.sayBug(g, "so "+e.cellName(g.cells[0])+" holds such a digit")
	return true
}

// bug2: all bug cells share one bug value, which leaves their common peers.
func (e *engine) bug2(g *grave) bool {
	e.setBug(g, "2", 5.7)
	for _, c := range g.common {
		e.hint.strikeAll(e.board, c, g.all)
	}
	e.sayBug(g, "so one of them holds it")
	return len(e.hint.strikes) > 0
}

// bug4: two bug cells of a house share one other digit, which one of them takes; the rest of their other
// digits go.
func (e *engine) bug4(g *grave) bool {
	a, b := g.cells[0], g.cells[1]
	lock := e.cand[a] & e.cand[b] &^ g.all
	h := e.commonHouse(g.cells, 0)
	if bits.OnesCount64(lock) != 1 || h < 0 {
		return false
	}
	e.setBug(g, "4", 5.7)
	e.hint.strikeAll(e.board, a, ^(g.values[0] | lock))
	e.hint.strikeAll(e.board, b, ^(g.values[1] | lock))
	e.hint.houses = append(e.hint.houses, h)
	e.sayBug(g, "so one cell holds such a digit, and the other "+e.digitNames(lock))
	return len(e.hint.strikes) > 0
}

// commonHouse returns the first house from a cell's i-th seat on that holds all cells, -1 if there is none.
func (f *frame) commonHouse(cells []int, i int) int {
	for _, s := range f.seats[cells[0]][i:] {
		holds := true
		for _, c := range cells[1:] {
			holds = holds && f.slotIn(int(s.house), c) >= 0
		}
		if holds {
			return int(s.house)
		}
	}
	return -1
}

// bug3: the bug cells of a house act as one cell that holds the bug values: it makes a naked set with other
// cells.
func (e *engine) bug3(g *grave) bool {
	for i := range e.seats[g.cells[0]] {
		h := e.commonHouse(g.cells, i)
		if h < 0 || h != int(e.seats[g.cells[0]][i].house) {
			continue
		}
		var others []int
		for _, c := range g.common {
			if e.slotIn(h, c) >= 0 {
				others = append(others, c)
			}
		}
		for k := 2; k <= 6 && k <= len(others); k++ {
			if e.bug3Set(g, h, k, others) {
				return true
			}
		}
	}
	return false
}

func (e *engine) bug3Set(g *grave, h, k int, others []int) bool {
	sets := e.sets[:len(others)]
	for i, c := range others {
		sets[i] = within(e.cand[c], k)
	}
	p := pick{sets, k, func(chosen, union uint64) bool {
		var cover uint64
		for m := chosen; m != 0; m &= m - 1 {
			cover |= sets[bits.TrailingZeros64(m)]
		}
		if bits.OnesCount64(cover) != k {
			return false
		}
		return e.hintBug3(g, h, k, others, chosen, union)
	}}
	return p.extend(k-1, len(others), 0, g.all)
}

func (e *engine) hintBug3(g *grave, h, k int, others []int, chosen, union uint64) bool {
	e.setBug(g, "3", 5.7+float64(k-1)*0.1)
	for i, c := range others {
		if chosen>>uint(i)&1 == 0 {
			e.hint.strikeAll(e.board, c, union)
		} else {
			e.hint.cells = append(e.hint.cells, c)
		}
	}
	e.hint.houses = append(e.hint.houses, h)
	e.sayBug(g, "so one such digit stands there and makes a naked set of "+e.digitNames(union)+" in "+
		e.houseName(h))
	return len(e.hint.strikes) > 0
}
