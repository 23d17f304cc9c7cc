package logic

import (
	"fmt"
	"strings"
)

// forestKind is one of the ladder's techniques that compare runs.
type forestKind struct {
	name    string
	rating  float64
	dynamic bool
	nishio  bool
	level   int // see runner
}

var forestKinds = [...]forestKind{
	{name: "nishio_", rating: 7.5, dynamic: true, nishio: true},
	{name: "", rating: 8.0},
	{name: "dynamic_", rating: 8.5, dynamic: true},
}

// findForest finds the best hint of forestKinds[i].
func (e *engine) findForest(i int) bool {
	c := e.chainsHere()
	k := &forestKinds[i]
	c.found.reset(false)
	f := c.forestOf(e, i)
	f.collect()
	if len(c.found.hints) == 0 || e.ctx.Err() != nil {
		return false
	}
	e.hintForest(c, k, &c.found.hints[0])
	return true
}

// forestOf returns the forest of forestKinds[i], set to the board.
func (c *chains) forestOf(e *engine, i int) *forest {
	if c.forests[i] == nil {
		k := forestKinds[i]
		c.forests[i] = &forest{rating: k.rating, nishio: k.nishio, found: &c.found}
		c.forests[i].runner = runner{dynamic: k.dynamic, xOnly: k.nishio, level: k.level,
			stopped: func() bool { return e.ctx.Err() != nil }}
	}
	c.forests[i].begin(&c.links, &c.grid)
	return c.forests[i]
}

// hintForest describes a hint that compares runs.
func (e *engine) hintForest(c *chains, k *forestKind, best *chainHint) {
	e.conclude(c, best, k.name+best.forestName(k.nishio))
	if best.kind == houseChain {
		e.hint.houses = append(e.hint.houses, best.house)
	}
	if !e.verbose {
		return
	}
	for i := range best.targets {
		for _, node := range best.targets[i].ancestors() {
			e.addCell(c.marks[idOf(node)].cell)
		}
	}
	e.hint.text = fmt.Sprintf("%s (%d links in all); this removes %s.",
		best.argument(c), best.size, e.hint.struck(e.frame))
}

func (h *chainHint) forestName(nishio bool) string {
	switch {
	case nishio:
		return "forcing_chain"
	case h.kind == cellChain:
		return "cell_forcing_chains"
	case h.kind == houseChain:
		return "region_forcing_chains"
	case h.kind == doubleChain:
		return "double_forcing_chains"
	}
	return "contradiction_forcing_chains"
}

// argument says what the hint compares and what follows.
func (h *chainHint) argument(c *chains) string {
	m := c.marks[idOf(h.source)]
	conclusion := c.nodeName(h.targets[0].node)
	switch h.kind {
	case cellChain:
		return fmt.Sprintf("Each candidate of %s leads to %s", c.cellName(m.cell), conclusion)
	case houseChain:
		return fmt.Sprintf("Each place for %s in %s leads to %s", c.digitName(m.v), c.houseName(h.house), conclusion)
	case doubleChain:
		return fmt.Sprintf("Both %s and %s lead to %s", c.nodeName(h.source), c.nodeName(h.source^1), conclusion)
	}
	return fmt.Sprintf("%s would lead to both %s and %s", c.nodeName(h.source), conclusion,
		strings.Replace(c.nodeName(h.targets[1].node), "=", "≠", 1))
}

// ancestors returns the nodes that a target rests on.
func (t *target) ancestors() []int32 {
	seen := map[int32]bool{t.node: true}
	todo := []int32{t.node}
	for i := 0; i < len(todo); i++ {
		for _, p := range t.run.parentsOf(todo[i]) {
			if !seen[p] {
				seen[p] = true
				todo = append(todo, p)
			}
		}
	}
	return todo
}
