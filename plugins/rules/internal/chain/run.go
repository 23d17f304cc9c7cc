package chain

import (
	"math/bits"
	"slices"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/board"
)

// run is everything that follows from one node, in the order in which it was found, and why.
type run struct {
	ons, offs  []int32  // candidates proved on and off, in order
	isOn       []uint64 // the same as sets
	isOff      []uint64
	from       []int32 // node → where its parents begin in parents
	many       []int32 // node → how many parents
	inner      []int32 // node → 1 + the nested chain that proved it, in nested; 0 for none
	parents    []int32
	nested     []nestedChain
	kept       []int32 // where the nested chains' nodes lie
	cause      []int32 // candidate → why it is on: a house, or cellCause
	conflict   bool    // a candidate turned out both on and off, which ended the run:
	conflictID int32   // this one
	valid      uint32
}

// begin empties the run for a numbering of candidates.
func (r *run) begin(l *links, source int32) {
	if nodes := 2 * len(l.marks); len(r.from) < nodes {
		r.from, r.many, r.inner = make([]int32, nodes), make([]int32, nodes), make([]int32, nodes)
		r.cause = make([]int32, len(l.marks))
	}
	if len(r.isOn) < l.words {
		r.isOn, r.isOff = make([]uint64, l.words), make([]uint64, l.words)
	}
	clear(r.isOn)
	clear(r.isOff)
	r.ons, r.offs, r.parents = r.ons[:0], r.offs[:0], r.parents[:0]
	r.nested, r.kept = r.nested[:0], r.kept[:0]
	r.conflict = false
	r.open(source)
	r.include(source)
}

// has reports whether a node was reached.
func (r *run) has(node int32) bool {
	id := uint32(idOf(node))
	if isOn(node) {
		return r.isOn[id/64]>>(id%64)&1 == 1
	}
	return r.isOff[id/64]>>(id%64)&1 == 1
}

// open begins the list of a node's parents; because extends it.
func (r *run) open(node int32) {
	r.from[node], r.many[node], r.inner[node] = int32(len(r.parents)), 0, 0
}

// because adds a parent to a node.
func (r *run) because(node, parent int32) {
	r.parents = append(r.parents, parent)
	r.many[node]++
}

// include adds a node to the reached ones.
func (r *run) include(node int32) {
	id := uint32(idOf(node))
	if isOn(node) {
		r.isOn[id/64] |= 1 << (id % 64)
		r.ons = append(r.ons, int32(id))
		return
	}
	r.isOff[id/64] |= 1 << (id % 64)
	r.offs = append(r.offs, int32(id))
}

// parentsOf returns what a node follows from; nothing for the source.
func (r *run) parentsOf(node int32) []int32 {
	return r.parents[r.from[node] : r.from[node]+r.many[node]]
}

// nestedChain is a chain hint that proved a node inside another chain: its size, and the nodes of its chains
// that tell it from others.
type nestedChain struct {
	size     int
	nodes    []int32
	argument []sudoku.Link // only when the engine explains
}

// equal compares two chains by their nodes.
func (n *nestedChain) equal(o *nestedChain) bool { return slices.Equal(n.nodes, o.nodes) }

// runner makes runs on a grid.
type runner struct {
	*links
	base    *view // the grid on which runs begin
	grid    view  // the grid as the run changes it
	dynamic bool  // candidates that are off make new links
	xOnly   bool  // no Y links (Nishio)
	level   int   // what is tried when links end: 0 nothing, 1 simple techniques, 2 and up chains within chains
	// extend, set unless level is 0, adds to a run whose links have come to an end, and reports whether it did.
	extend   func(n *runner, r *run) bool
	modified bool // grid differs from base
	stopped  func() bool
}

// follow fills r with the consequences of source, until a contradiction, if there is one.
//
// Nodes that are on go first; a node that is off then gives its links before, in dynamic runs, it leaves the grid.
func (n *runner) follow(r *run, source int32) {
	r.begin(n.links, source)
	if n.modified || len(n.grid.cand) != len(n.base.cand) || len(n.grid.alive) != len(n.base.alive) {
		n.grid.copyFrom(n.base)
	}
	n.modified = n.dynamic
	for i, j := 0, 0; ; {
		switch {
		case i < len(r.ons):
			if !n.turnOff(r, r.ons[i]) {
				return
			}
			i++
		case j < len(r.offs):
			if !n.turnOn(r, r.offs[j]) {
				return
			}
			if n.dynamic {
				n.grid.drop(n.links, r.offs[j])
			}
			j++
		case n.level == 0 || !n.extend(n, r):
			return
		}
	}
}

// turnOff adds what is off because candidate id is on. It reports false for a contradiction.
func (n *runner) turnOff(r *run, id int32) bool {
	for _, q := range n.weakLinks(id, !n.xOnly) {
		switch {
		case !n.grid.has(q):
		case r.has(on(q)):
			n.explain(r, off(q), on(id))
			r.conflict, r.conflictID = true, q
			return false
		case !r.has(off(q)):
			n.explain(r, off(q), on(id))
			r.include(off(q))
		}
	}
	return true
}

// explain records that a node follows from a parent.
func (n *runner) explain(r *run, node, parent int32) {
	r.open(node)
	r.because(node, parent)
}

// turnOn adds what is on because candidate id is off. It reports false for a contradiction.
func (n *runner) turnOn(r *run, id int32) bool {
	m := n.marks[id]
	if !n.xOnly {
		if q := n.otherInCell(&n.grid, m); q >= 0 && !n.addOn(r, id, q, -1) {
			return false
		}
	}
	for i := range n.Seats[m.Cell] {
		s := &n.Seats[m.Cell][i]
		if q := n.otherInHouse(&n.grid, m, s); q >= 0 && !n.addOn(r, id, q, int(s.House)) {
			return false
		}
	}
	return true
}

// addOn adds that q is on because id is off and the others of their cell (house < 0) or house are gone.
func (n *runner) addOn(r *run, id, q int32, house int) bool {
	conflict := r.has(off(q))
	if !conflict && r.has(on(q)) {
		return true
	}
	n.explain(r, on(q), off(id))
	r.cause[q] = int32(house)
	m := n.marks[q]
	if house < 0 {
		for gone := n.base.cand[m.Cell] &^ n.grid.cand[m.Cell]; gone != 0; gone &= gone - 1 {
			r.because(on(q), off(n.idAt(m.Cell, bits.TrailingZeros64(gone))))
		}
	} else {
		i := house*n.N + m.V
		for gone := n.base.pos[i] &^ n.grid.pos[i]; gone != 0; gone &= gone - 1 {
			r.because(on(q), off(n.idAt(n.CellAt(house, gone), m.V)))
		}
	}
	if conflict {
		r.conflict, r.conflictID = true, q
		return false
	}
	r.include(on(q))
	return true
}

// chains are the links of a position's board, which all chain techniques share.
type chains struct {
	*board.Position
	links links
	grid  view
	at    int64 // the version of the board for which the links hold
}

// newChains returns the links that all techniques of chains share.
func newChains(p *board.Position) *chains { return &chains{Position: p} }

// renew makes the links those of the board as it is.
func (c *chains) renew() {
	if c.at != c.Version {
		c.at = c.Version
		c.links.number(c.Board)
		c.grid.load(&c.links)
	}
}

// forcingChain finds forcing chains and cycles (6.5 to 7.x): of all, the one of lowest rating, then size.
type forcingChain struct {
	*chains
	found  hintList
	tracer tracer
}

// ForcingChain makes the technique that finds forcing chains and cycles of single candidates, as Sudoku Explainer
// rates from 6.5 to 7.5.
func ForcingChain(p *board.Position) board.Technique {
	t := &forcingChain{chains: board.Share(p, newChains)}
	t.tracer = tracer{links: &t.links, grid: &t.grid, found: &t.found}
	return t
}

// Each finds forcing chains and cycles in Sudoku Explainer's order.
func (t *forcingChain) Each(done func() bool) bool {
	t.renew()
	t.found.reset(t.All)
	if !t.All {
		t.found.below = t.Below
	}
	t.tracer.allChains()
	for h := range t.found.distinct {
		if t.Verbose {
			t.tracer.trace(h)
		}
		if t.describePath(h); done() {
			return true
		}
	}
	return false
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

// describePath describes a hint that is a single chain.
func (c *chains) describePath(best *chainHint) {
	c.conclude(best, best.pathName())
	if !c.Verbose {
		return
	}
	words := make([]string, 0, len(best.path))
	for i := len(best.path) - 1; i >= 0; i-- {
		words = append(words, c.links.nodeName(best.path[i]))
		if cell := c.links.marks[idOf(best.path[i])].Cell; i > 0 || !best.cycle {
			c.AddCells(cell)
		}
	}
	conclusion := "contradicts itself"
	if best.cycle {
		conclusion = "can be read both ways round"
	}
	c.Hint.Links = best.argumentOf(&c.links, &c.grid)
	c.Say("The chain %s %s", strings.Join(words, " → "), conclusion)
}

// conclude sets the hint's technique, rating, strikes and placement.
func (c *chains) conclude(best *chainHint, name string) {
	c.StartHint(name, best.rating)
	for _, id := range best.struck {
		c.Hint.Strikes = append(c.Hint.Strikes, c.links.marks[id])
	}
	if best.placed >= 0 {
		m := c.links.marks[best.placed]
		c.Hint.Cell, c.Hint.Digit = m.Cell, m.V
	}
}

// nodeName writes a node as r1c2=3 or r1c2≠3.
func (l *links) nodeName(node int32) string {
	m := l.marks[idOf(node)]
	sign := "≠"
	if isOn(node) {
		sign = "="
	}
	return l.CellName(m.Cell) + sign + l.DigitName(m.V)
}
