package logic

import (
	"fmt"
	"strings"
)

// chains holds what the chain techniques need, built when the ladder first gets to them.
type chains struct {
	links
	grid    view
	found   harvest
	tracer  tracer
	forests [len(forestKinds)]*forest
	step    int // the step for which the links hold
}

// chainsHere returns the chains' links for the board as it is.
func (e *engine) chainsHere() *chains {
	if e.chains == nil {
		e.chains = &chains{step: -1}
		e.chains.tracer = tracer{links: &e.chains.links, grid: &e.chains.grid, found: &e.chains.found}
	}
	if c := e.chains; c.step != e.steps {
		c.step = e.steps
		c.number(e.board)
		c.grid.load(&c.links)
	}
	return e.chains
}

// findForcingChain finds forcing chains and cycles (6.5 to 7.x): of all, the one of lowest rating, then size.
func (e *engine) findForcingChain() bool {
	c := e.chainsHere()
	c.found.reset(false)
	c.tracer.allChains()
	if len(c.found.hints) == 0 {
		return false
	}
	e.hintPath(c, &c.found.hints[0])
	return true
}

// pathName names a single chain as the field does.
func (c *chainHint) pathName() string {
	switch {
	case c.cycle && c.kind == xChain:
		return "x_cycle"
	case c.cycle && c.kind == yChain:
		return "y_cycle"
	case c.cycle:
		return "xy_cycle"
	case c.kind == xChain && c.size == 6:
		return "turbot_fish"
	case c.kind == xChain:
		return "forcing_x_chain"
	}
	return "forcing_chain"
}

// hintPath describes a hint that is a single chain.
func (e *engine) hintPath(c *chains, best *chainHint) {
	e.conclude(c, best, best.pathName())
	if !e.verbose {
		return
	}
	words := make([]string, 0, len(best.path))
	for i := len(best.path) - 1; i >= 0; i-- {
		words = append(words, c.nodeName(best.path[i]))
		if cell := c.marks[idOf(best.path[i])].cell; i > 0 || !best.cycle {
			e.addCell(cell)
		}
	}
	conclusion := "contradicts itself"
	if best.cycle {
		conclusion = "can be read both ways round"
	}
	e.hint.text = fmt.Sprintf("The chain %s %s; this removes %s.",
		strings.Join(words, " → "), conclusion, e.hint.struck(e.frame))
}

// conclude sets the hint's technique, rating, strikes and placement.
func (e *engine) conclude(c *chains, best *chainHint, name string) {
	e.set(name, best.rating)
	for _, id := range best.struck {
		e.hint.strikes = append(e.hint.strikes, c.marks[id])
	}
	if best.placed >= 0 {
		m := c.marks[best.placed]
		e.hint.cell, e.hint.digit = m.cell, m.v
	}
}

// addCell adds a cell to the hint's pattern once.
func (e *engine) addCell(cell int) {
	for _, c := range e.hint.cells {
		if c == cell {
			return
		}
	}
	e.hint.cells = append(e.hint.cells, cell)
}

// nodeName writes a node as r1c2=3 or r1c2≠3.
func (l *links) nodeName(node int32) string {
	m := l.marks[idOf(node)]
	sign := "≠"
	if isOn(node) {
		sign = "="
	}
	return l.cellName(m.cell) + sign + l.digitName(m.v)
}
