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
	c.tracer.anyCycle = true
	for id, m := range c.marks {
		if bits.OnesCount64(e.cand[m.cell]) > 1 {
			from(&c.tracer, int32(id))
		}
	}
	c.tracer.anyCycle = false
	slices.SortStableFunc(c.found.hints, func(a, b chainHint) int { return cmp.Compare(a.size, b.size) })
	for i := range c.found.hints {
		h := &c.found.hints[i]
		e.hintPath(c, h)
		e.hint.technique, e.hint.rating = name, 0
		switch {
		case h.cycle:
			e.widenCycle(c, h)
		case isOn(h.source):
			e.hint.strikes = e.hint.strikes[:0]
			e.strikeCommon(c, idOf(h.path[1]), idOf(h.path[len(h.path)-2]))
		}
		if len(e.hint.strikes) > 0 && done() {
			return true
		}
	}
	return false
}

// widenCycle strikes what the two candidates of every weak link of a cycle put off: one of them is true.
func (e *engine) widenCycle(c *chains, h *chainHint) {
	e.hint.strikes = e.hint.strikes[:0]
	for i := 1; i < len(h.path); i++ {
		if isOn(h.path[i]) {
			e.strikeCommon(c, idOf(h.path[i]), idOf(h.path[i-1]))
		}
	}
}

// strikeCommon strikes what two candidates both put off.
func (e *engine) strikeCommon(c *chains, a, b int32) {
	others := c.weakLinks(b, true)
	for _, id := range c.weakLinks(a, true) {
		if m := c.marks[id]; slices.Contains(others, id) && !e.isStruck(m.cell, m.v) {
			e.hint.strikes = append(e.hint.strikes, m)
		}
	}
}
