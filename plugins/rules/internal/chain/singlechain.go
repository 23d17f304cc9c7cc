package chain

import (
	"cmp"
	"math/bits"
	"slices"

	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/board"
)

// allChains collects the hints of forcing chains and cycles of the view's grid (Sudoku Explainer: 6.5 to 7.x).
func (t *tracer) allChains() {
	t.strong.linkUp(t.links, t.grid)
	all := &t.reaches[xyChain]
	if t.found.all && !all.explore(t.links, &t.strong, t.grid, xyChain) {
		return
	}
	for _, kind := range [...]chainKind{xChain, yChain} {
		t.reaches[kind].explore(t.links, &t.strong, t.grid, kind)
	}
	t.foresee(xChain)
	t.chainsOf(xChain)
	t.chainsOf(yChain)
	if t.found.limit(cycleBase(xyChain), xyChain) == 0 {
		return
	}
	if !t.found.all {
		all.explore(t.links, &t.strong, t.grid, xyChain)
	}
	t.foresee(xyChain)
	t.chainsOf(xyChain)
}

// chainsOf collects the hints of a kind, which has been explored and foreseen.
func (t *tracer) chainsOf(kind chainKind) {
	e := &t.reaches[kind]
	limit := t.found.limit(cycleBase(kind), kind)
	for id := range t.marks {
		id := int32(id)
		if e.mayCycle(id) && t.isOpen(id) {
			limit = t.cycles(id, kind, limit)
		}
		if kind == yChain {
			continue
		}
		for _, node := range [2]int32{on(id), off(id)} {
			if t.foreseen(node, kind) {
				limit = t.found.limit(cycleBase(kind), kind)
			}
		}
	}
}

// isOpen reports whether a candidate is one of several in its cell.
func (t *tracer) isOpen(id int32) bool {
	vs := t.grid.cand[t.marks[id].Cell]
	return t.grid.has(id) && vs&(vs-1) != 0
}

// foresee finds how long the forcing chains of a kind are. If only the best hint is wanted, no search has then to go
// further than the best of them.
func (t *tracer) foresee(kind chainKind) {
	e, base := &t.reaches[kind], forcingBase(kind)
	t.sizes[kind] = t.sizes[kind][:0]
	for node := range int32(2 * len(t.marks)) {
		size := 0
		if e.refutes(node) && t.isOpen(idOf(node)) {
			size = e.shortest(node, t.found.limit(base, kind))
		}
		t.sizes[kind] = append(t.sizes[kind], int32(size))
		if size > 0 && !t.found.all && len(t.found.hints) == 0 {
			t.best = chainHint{rating: base + lengthRating(size), size: size, kind: kind}
			t.found.known = &t.best
		}
	}
}

// cycleBase is what cycles of a kind are rated without their length.
func cycleBase(kind chainKind) float64 {
	if kind == xyChain {
		return 7.0
	}
	return 6.5
}

// forcingBase is what forcing chains of a kind are rated without their length.
func forcingBase(kind chainKind) float64 {
	if kind == xChain {
		return 6.6
	}
	return 7.0
}

// foreseen adds the forcing chain from a node, if there is one that is wanted, and reports whether it did. It is traced
// when its nodes are asked for.
func (t *tracer) foreseen(source int32, kind chainKind) bool {
	size := int(t.sizes[kind][source])
	if size == 0 || size > t.found.limit(forcingBase(kind), kind) {
		return false
	}
	t.addForcing(source, size, kind, nil)
	return true
}

// trace finds the nodes of a forcing chain.
func (t *tracer) trace(h *chainHint) {
	if h.path == nil && h.targets == nil {
		h.path = t.forcing(h.source, h.kind, maxLength)
	}
}

// forcing looks for the shortest chain from a node to its opposite and returns its nodes, nil if there are more than
// limit.
func (t *tracer) forcing(source int32, kind chainKind, limit int) []int32 {
	t.begin(source)
	for head := 0; head < len(t.entries); head++ {
		p := t.entries[head]
		if int(p.depth)+2 > limit {
			return nil
		}
		next := t.strong.of(idOf(p.node), kind)
		if isOn(p.node) {
			next = t.weakLinks(idOf(p.node), kind != xChain)
		}
		for _, q := range next {
			node := q<<1 | p.node&1 ^ 1
			if node == source^1 && t.grid.has(q) {
				return t.path(source^1, head)
			}
			if t.grid.has(q) {
				t.push(node, head, p.depth+1)
			}
		}
	}
	return nil
}

// addForcing offers the hint of a forcing chain.
func (t *tracer) addForcing(source int32, size int, kind chainKind, path []int32) {
	c := chainHint{
		rating: forcingBase(kind) + lengthRating(size), size: size, kind: kind, source: source, placed: -1, path: path,
	}
	c.struck = t.found.conclude(t.links, t.grid, source^1)
	if !isOn(source) {
		c.placed = idOf(source)
	}
	t.found.add(&c)
}

// cycles looks for all cycles of at most limit nodes through a candidate that is on: off, on, …, off, and on again.
// Every other candidate that some on node and some off node of the cycle both exclude is impossible. It returns the
// limit that holds afterwards. The search keeps to the few nodes that lead back to the candidate.
func (t *tracer) cycles(id int32, kind chainKind, limit int) int {
	closers := t.strong.of(id, kind)
	if len(closers) == 0 {
		return limit
	}
	back := &t.reaches[kind]
	goal := back.mover[id]
	t.begin(on(id))
	for head := 0; head < len(t.entries); head++ {
		p := t.entries[head]
		if int(p.depth)+2 > limit {
			break
		}
		if !isOn(p.node) {
			for _, q := range t.strong.of(idOf(p.node), kind) {
				if back.isOnWhenOn(goal, q) {
					t.push(on(q), head, p.depth+1)
				}
			}
			continue
		}
		left := back.leadBack(goal, idOf(p.node))
		for _, q := range t.weakLinks(idOf(p.node), kind != xChain) {
			if left == 0 {
				break
			}
			if !back.isOnWhenOff(goal, q) {
				continue
			}
			left--
			if p.depth >= 2 && slices.Contains(closers, q) && !t.isBefore(head, off(q)) {
				if int(p.depth)+2 <= limit && t.addCycle(id, q, head, kind) {
					limit = t.found.limit(cycleBase(kind), kind)
				}
			}
			t.push(off(q), head, p.depth+1)
		}
	}
	return limit
}

// isBefore reports whether a node is on the path to an entry.
func (t *tracer) isBefore(at int, node int32) bool {
	for ; at >= 0; at = int(t.entries[at].parent) {
		if t.entries[at].node == node {
			return true
		}
	}
	return false
}

// addCycle adds the cycle that closes from the off node of q, which follows from entry at.
func (t *tracer) addCycle(id, q int32, at int, kind chainKind) bool {
	size := int(t.entries[at].depth) + 2
	from := len(t.found.ids)
	t.found.ids = append(t.found.ids, on(id))
	path := t.path(off(q), at)
	path = t.found.ids[from : from+1+len(path) : from+1+len(path)]
	struck := t.excluded(path)
	if len(struck) == 0 && !t.anyCycle {
		t.found.ids = t.found.ids[:from]
		return false
	}
	t.found.add(&chainHint{
		rating: cycleBase(kind) + lengthRating(size), size: size, kind: kind, cycle: true, source: on(id), placed: -1,
		path: path, struck: struck,
	})
	return true
}

// excluded returns the candidates outside the cycle's cells whose digit an on node and an off node see.
func (t *tracer) excluded(path []int32) []int32 {
	for _, nd := range path {
		t.inside[t.marks[idOf(nd)].Cell] = 1
		side := uint8(2) - uint8(nd&1)
		for _, q := range t.weakLinks(idOf(nd), false) {
			t.touched[q] |= side
		}
	}
	from := len(t.found.ids)
	for _, nd := range path {
		for _, q := range t.weakLinks(idOf(nd), false) {
			if t.touched[q] == 3 && t.inside[t.marks[q].Cell] == 0 && t.grid.has(q) {
				t.found.ids = append(t.found.ids, q)
			}
			t.touched[q] = 0
		}
	}
	for _, nd := range path {
		t.inside[t.marks[idOf(nd)].Cell] = 0
	}
	struck := t.found.ids[from:len(t.found.ids):len(t.found.ids)]
	slices.Sort(struck)
	return struck
}

// tracer looks for single chains from one candidate to itself: forcing chains, in which a candidate that is
// on ends off or the reverse, and cycles, in which it comes back as it was. Both go breadth first.
type tracer struct {
	*links
	grid     *view
	found    *hintList
	anyCycle bool                 // collect cycles that exclude nothing by the rule of Sudoku Explainer too
	reaches  [xyChain + 1]reach   // chainKind → what its chains can prove
	sizes    [xyChain + 1][]int32 // chainKind → node → nodes of the forcing chain from it, 0 for none
	best     chainHint            // forcing chain, by its rating, size and kind alone
	entries  []entry
	seen     []uint32 // node → the search that has reached it
	search   uint32
	touched  []uint8 // candidate → seen by an on node (1), by an off node (2)
	inside   []uint8 // cell → is in the cycle
	strong   strongLinks
}

// entry is a reached node; parent is the entry that it follows from.
type entry struct{ node, parent, depth int32 }

// begin clears the search.
func (t *tracer) begin(source int32) {
	if len(t.seen) < 2*len(t.marks) {
		t.seen = make([]uint32, 2*len(t.marks))
		t.touched = make([]uint8, len(t.marks))
		t.inside = make([]uint8, t.Cells)
		t.search = 0
	}
	t.search++
	t.seen[source] = t.search
	t.entries = append(t.entries[:0], entry{source, -1, 0})
}

// push adds a node that has not been reached yet.
func (t *tracer) push(node int32, parent int, depth int32) {
	if t.seen[node] != t.search {
		t.seen[node] = t.search
		t.entries = append(t.entries, entry{node, int32(parent), depth})
	}
}

// path appends the nodes from an entry back to the source to the list's store and returns them.
func (t *tracer) path(last int32, at int) []int32 {
	from := len(t.found.ids)
	t.found.ids = append(t.found.ids, last)
	for at >= 0 {
		t.found.ids = append(t.found.ids, t.entries[at].node)
		at = int(t.entries[at].parent)
	}
	return t.found.ids[from:len(t.found.ids):len(t.found.ids)]
}

// conclude returns the candidates that are off once a node is proved.
func (h *hintList) conclude(l *links, grid *view, node int32) []int32 {
	from := len(h.ids)
	if !isOn(node) {
		h.ids = append(h.ids, idOf(node))
	} else {
		m := l.marks[idOf(node)]
		for v := range l.N {
			if v != m.V && grid.cand[m.Cell]>>uint(v)&1 == 1 {
				h.ids = append(h.ids, l.idAt(m.Cell, v))
			}
		}
	}
	return h.ids[from:len(h.ids):len(h.ids)]
}

// chainList finds single chains in the order of their length.
type chainList struct {
	*chains
	name   string
	found  hintList
	tracer tracer
	kind   chainKind
	from   func(t *tracer, id int32) // search from a candidate
}

// XChain makes the technique that finds chains and cycles of one digit.
func XChain(p *board.Position) board.Technique {
	return newChainList(p, "x_chain", xChain, func(t *tracer, id int32) {
		t.cycles(id, xChain, maxLength)
		t.addChain(id, xChain)
	})
}

// XYChain makes chains through cells with two candidates.
func XYChain(p *board.Position) board.Technique {
	return newChainList(p, "xy_chain", yChain, func(t *tracer, id int32) { t.addChain(id, yChain) })
}

// addChain adds the shortest chain from a candidate that is on to itself off.
func (t *tracer) addChain(id int32, kind chainKind) {
	if path := t.forcing(on(id), kind, maxLength); path != nil {
		t.addForcing(on(id), len(path), kind, path)
	}
}

// newChainList returns a technique that lists single chains of one kind.
func newChainList(p *board.Position, name string, kind chainKind, from func(t *tracer, id int32)) board.Technique {
	t := &chainList{chains: board.Share(p, newChains), name: name, kind: kind, from: from}
	t.tracer = tracer{links: &t.links, grid: &t.grid, found: &t.found, anyCycle: true}
	return t
}

// Each goes through the chains that a search from every candidate finds, the shortest first. A chain from a
// candidate that is on to itself off says that its second or its last but one node is true; these two ends
// exclude more than the candidate.
func (t *chainList) Each(done func() bool) bool {
	t.renew()
	t.found.reset(true)
	t.tracer.strong.linkUp(&t.links, &t.grid)
	t.tracer.reaches[t.kind].explore(&t.links, &t.tracer.strong, &t.grid, t.kind)
	for id, m := range t.links.marks {
		if bits.OnesCount64(t.Cand[m.Cell]) > 1 {
			t.from(&t.tracer, int32(id))
		}
	}
	slices.SortStableFunc(t.found.hints, func(a, b chainHint) int { return cmp.Compare(a.size, b.size) })
	for i := range t.found.hints {
		h := &t.found.hints[i]
		t.describePath(h)
		t.Hint.Technique, t.Hint.Rating = t.name, 0
		switch {
		case h.cycle:
			t.widenCycle(h)
		case isOn(h.source):
			t.Hint.Strikes = t.Hint.Strikes[:0]
			t.strikeCommon(idOf(h.path[1]), idOf(h.path[len(h.path)-2]))
		}
		if len(t.Hint.Strikes) > 0 && done() {
			return true
		}
	}
	return false
}

// widenCycle strikes what the two candidates of every weak link of a cycle put off: one of them is true.
func (t *chainList) widenCycle(h *chainHint) {
	t.Hint.Strikes = t.Hint.Strikes[:0]
	for i := 1; i < len(h.path); i++ {
		if isOn(h.path[i]) {
			t.strikeCommon(idOf(h.path[i]), idOf(h.path[i-1]))
		}
	}
}

// strikeCommon strikes what two candidates both put off.
func (t *chainList) strikeCommon(a, b int32) {
	others := t.links.weakLinks(b, true)
	for _, id := range t.links.weakLinks(a, true) {
		if m := t.links.marks[id]; slices.Contains(others, id) {
			t.StrikeOnce(m.Cell, 1<<uint(m.V))
		}
	}
}
