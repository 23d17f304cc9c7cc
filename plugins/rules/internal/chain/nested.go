package chain

import (
	"math/bits"
	"slices"
)

// nesting is a chain technique used within another chain, on that chain's grid.
type nesting struct {
	found   hintList
	tracer  *tracer // forcing chains and cycles, or
	forest  *forest // runs compared
	order   []int32 // hints by rating
	reasons []int32
	seen    []uint32 // node → the walk that has met it
	walk    uint32
	todo    []int32
	nodes   []int32
	verbose bool // keep the links of the hints
}

// collect finds all hints on a grid and orders them as Sudoku Explainer does.
func (in *nesting) collect(l *links, grid *view) {
	in.found.reset(true)
	if in.forest != nil {
		in.forest.begin(l, grid)
		in.forest.collect()
	} else {
		in.tracer.links, in.tracer.grid = l, grid
		in.tracer.allChains()
	}
	if len(in.seen) < 2*len(l.marks) {
		in.seen = make([]uint32, 2*len(l.marks))
	}
	in.order = in.order[:0]
	for i := range in.found.hints {
		in.order = append(in.order, int32(i))
	}
	slices.SortStableFunc(in.order, func(a, b int32) int { return compare(&in.found.hints[a], &in.found.hints[b]) })
}

// extend adds to an outer run what the hints remove, as far as a hint rests on what the run has removed
// before. It reports whether there was such a hint.
func (in *nesting) extend(n *runner, r *run) bool {
	in.collect(n.links, &n.grid)
	found := false
	for _, i := range in.order {
		h := &in.found.hints[i]
		if !slices.ContainsFunc(h.struck, func(id int32) bool { return !r.has(off(id)) }) {
			continue
		}
		if in.tracer != nil {
			in.tracer.trace(h)
		}
		in.reasons = in.reasons[:0]
		in.gather(n, h)
		if len(in.reasons) == 0 {
			continue
		}
		found = true
		from := len(r.kept)
		r.kept = append(r.kept, in.nodes...)
		chain := nestedChain{size: h.size, nodes: r.kept[from:len(r.kept):len(r.kept)]}
		if in.verbose {
			chain.argument = h.argumentOf(n.links, &n.grid)
		}
		r.nested = append(r.nested, chain)
		for _, id := range h.struck {
			r.addOff(id, in.reasons, int32(len(r.nested)))
		}
	}
	return found
}

// gather walks through the chains of a hint, lists their nodes in in.nodes, and collects in in.reasons the
// candidates that must be gone for its on nodes: those of the base grid that the run's grid has not.
func (in *nesting) gather(n *runner, h *chainHint) {
	in.nodes = in.nodes[:0]
	if h.targets == nil {
		in.gatherPath(n, h)
		return
	}
	for _, t := range h.targets {
		in.nodes = append(in.nodes, -1, t.node)
	}
	for _, t := range h.targets {
		in.gatherRun(n, h, t)
	}
}

// gatherRun collects the reasons outside of a nested chain.
func (in *nesting) gatherRun(n *runner, h *chainHint, t target) {
	in.walk++
	in.seen[t.node] = in.walk
	in.todo = append(in.todo[:0], t.node)
	in.nodes = append(in.nodes, -2)
	for i := 0; i < len(in.todo); i++ {
		node := in.todo[i]
		parents := t.run.parentsOf(node)
		if isOn(node) {
			in.reasonsOf(n, node, in.causeOf(h, t.run, node, parents))
		}
		for _, p := range parents {
			if in.seen[p] != in.walk {
				in.seen[p] = in.walk
				in.todo = append(in.todo, p)
			}
		}
	}
	in.nodes = append(in.nodes, in.todo...)
}

// The causes of an on node, beside a house's index.
const (
	noCause   = -2
	cellCause = -1
)

// causeOf says why a node is on: its cell, a house, or as the source of a run. The source counts as an on
// node of its cell or house if the hint compares all candidates of the cell or places of the house.
func (in *nesting) causeOf(h *chainHint, r *run, node int32, parents []int32) int {
	if len(parents) > 0 {
		return int(r.cause[idOf(node)])
	}
	switch h.kind {
	case cellChain:
		return cellCause
	case houseChain:
		return h.house
	}
	return noCause
}

// reasonsOf adds the candidates that are gone from the on node's cell or house.
func (in *nesting) reasonsOf(n *runner, node int32, cause int) {
	m := n.marks[idOf(node)]
	switch {
	case cause == noCause:
	case cause == cellCause:
		for gone := n.base.cand[m.Cell] &^ n.grid.cand[m.Cell]; gone != 0; gone &= gone - 1 {
			in.reason(off(n.idAt(m.Cell, bits.TrailingZeros64(gone))))
		}
	default:
		i := cause*n.N + m.V
		for gone := n.base.pos[i] &^ n.grid.pos[i]; gone != 0; gone &= gone - 1 {
			in.reason(off(n.idAt(n.CellAt(cause, gone), m.V)))
		}
	}
}

// reason adds a reason, once.
func (in *nesting) reason(node int32) {
	if !slices.Contains(in.reasons, node) {
		in.reasons = append(in.reasons, node)
	}
}

// gatherPath does the same for a single chain. Sudoku Explainer reads a cycle backwards too, but keeps the
// cause of each link's old end, which here is the weak link by which the node went off.
func (in *nesting) gatherPath(n *runner, h *chainHint) {
	marker := int32(-3)
	if h.cycle {
		marker = -4
	}
	in.nodes = append(append(in.nodes, marker), h.path...)
	for i, node := range h.path[:len(h.path)-1] {
		if isOn(node) {
			in.reasonsOf(n, node, n.strongCause(&n.grid, h.path[i+1], node))
		}
	}
	if !h.cycle {
		return
	}
	for i := len(h.path) - 2; i > 0; i-- {
		if node := h.path[i]; !isOn(node) {
			in.reasonsOf(n, node, n.weakCause(h.path[i+1], node))
		}
	}
}

// strongCause returns the cell or the first house by which a node that is off puts another on.
func (l *links) strongCause(w *view, from, to int32) int {
	a, b := l.marks[idOf(from)], l.marks[idOf(to)]
	if a.Cell == b.Cell {
		return cellCause
	}
	for i := range l.Seats[a.Cell] {
		s := &l.Seats[a.Cell][i]
		if l.otherInHouse(w, a, s) == idOf(to) {
			return int(s.House)
		}
	}
	return noCause
}

// weakCause returns the cell or the first house by which a node that is on puts another off.
func (n *runner) weakCause(from, to int32) int {
	a, b := n.marks[idOf(from)], n.marks[idOf(to)]
	if a.Cell == b.Cell {
		return cellCause
	}
	for _, s := range n.Seats[a.Cell] {
		if n.SlotIn(int(s.House), b.Cell) >= 0 {
			return int(s.House)
		}
	}
	return noCause
}
