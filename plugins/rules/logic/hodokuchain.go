package logic

import (
	"cmp"
	"math/bits"
	"slices"
)

// findBUG1 finds a BUG with one bug cell.
func (e *engine) findBUG1() bool { return e.findBUG() && e.hint.technique == "bug_1" }

// eachXChain calls done with chains and cycles of one digit in e.hint, the shortest first, until it returns
// true.
func (e *engine) eachXChain(done func() bool) bool {
	return e.eachChain("x_chain", done, func(t *tracer, id int32) {
		t.cycles(id, xChain)
		t.forcing(on(id), xChain)
	})
}

// eachXYChain does so with chains through cells with two candidates.
func (e *engine) eachXYChain(done func() bool) bool {
	return e.eachChain("xy_chain", done, func(t *tracer, id int32) { t.forcing(on(id), yChain) })
}

// eachChain calls done with the chains that a search from every candidate finds. A chain from a candidate
// that is on to itself off says that its second or its last but one node is true; these two ends exclude more
// than the candidate.
func (e *engine) eachChain(name string, done func() bool, from func(t *tracer, id int32)) bool {
	c := e.chainsHere()
	c.found.reset(true)
	c.tracer.linkUp()
	for id, m := range c.marks {
		if bits.OnesCount64(e.cand[m.cell]) > 1 {
			from(&c.tracer, int32(id))
		}
	}
	slices.SortStableFunc(c.found.hints, func(a, b chainHint) int { return cmp.Compare(a.size, b.size) })
	for i := range c.found.hints {
		h := &c.found.hints[i]
		e.hintPath(c, h)
		e.hint.technique, e.hint.rating = name, 0
		if !h.cycle {
			e.widen(c, h)
		}
		if done() {
			return true
		}
	}
	return false
}

// widen strikes the chain's digit from all cells that see both of its ends.
func (e *engine) widen(c *chains, h *chainHint) {
	a, b := c.marks[idOf(h.path[1])], c.marks[idOf(h.path[len(h.path)-2])]
	if a.v != b.v || a.cell == b.cell {
		return
	}
	e.hint.strikes = e.hint.strikes[:0]
	e.strikeBoth(a.cell, b.cell, a.v)
}
