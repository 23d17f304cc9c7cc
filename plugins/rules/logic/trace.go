package logic

// tracer looks for single chains from one candidate to itself: forcing chains, in which a candidate that is on ends off
// or the reverse, and cycles, in which it comes back as it was. Both go breadth first.
type tracer struct {
	*links
	grid    *view
	found   *harvest
	entries []entry
	seen    []uint32 // node → the search that has reached it
	search  uint32
	closers []int32 // candidates from which a cycle closes
	touched []uint8 // candidate → seen by an on node (1), by an off node (2)
	inside  []uint8 // cell → is in the cycle
}

// entry is a reached node; parent is the entry that it follows from.
type entry struct{ node, parent, depth int32 }

// begin clears the search.
func (t *tracer) begin(source int32) {
	if len(t.seen) < 2*len(t.marks) {
		t.seen = make([]uint32, 2*len(t.marks))
		t.touched = make([]uint8, len(t.marks))
		t.inside = make([]uint8, t.cells)
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

// allChains collects the hints of forcing chains and cycles of the view's grid (Sudoku Explainer: 6.5 to 7.x).
func (t *tracer) allChains() {
	for _, kind := range [...]chainKind{xChain, yChain, xyChain} {
		for id := range t.marks {
			id := int32(id)
			vs := t.grid.cand[t.marks[id].cell]
			if !t.grid.has(id) || vs&(vs-1) == 0 {
				continue
			}
			if kind != yChain || t.otherInCell(t.grid, t.marks[id]) >= 0 {
				t.cycles(id, kind)
			}
			if kind != yChain {
				t.forcing(on(id), kind)
				t.forcing(off(id), kind)
			}
		}
	}
}

// strong calls reach with each candidate that is on when id is off, each once.
func (t *tracer) strong(id int32, kind chainKind, reach func(int32)) {
	m := t.marks[id]
	if kind != xChain {
		if q := t.otherInCell(t.grid, m); q >= 0 {
			reach(q)
		}
	}
	if kind == yChain {
		return
	}
	last := [2]int32{-1, -1}
	for _, s := range t.seats[m.cell] {
		if q := t.otherInHouse(t.grid, m, s); q >= 0 && q != last[0] && q != last[1] {
			reach(q)
			last[0], last[1] = q, last[0]
		}
	}
}

// forcing looks for the shortest chain from a node to its opposite.
func (t *tracer) forcing(source int32, kind chainKind) {
	base := 6.6
	if kind == xyChain {
		base = 7.0
	}
	limit := t.found.limit(base, kind)
	t.begin(source)
	for head := 0; head < len(t.entries); head++ {
		p := t.entries[head]
		if int(p.depth)+2 > limit {
			return
		}
		done := false
		reach := func(node int32) {
			if node == source^1 && !done {
				done = true
				t.addForcing(source, head, kind, base)
			}
			t.push(node, head, p.depth+1)
		}
		if !isOn(p.node) {
			t.strong(idOf(p.node), kind, func(q int32) { reach(on(q)) })
		} else {
			for _, q := range t.weakLinks(idOf(p.node), kind != xChain) {
				if t.grid.has(q) {
					reach(off(q))
				}
			}
		}
		if done {
			return
		}
	}
}

// path appends the nodes from an entry back to the source to the harvest's store and returns them.
func (t *tracer) path(last int32, at int) []int32 {
	from := len(t.found.ids)
	t.found.ids = append(t.found.ids, last)
	for at >= 0 {
		t.found.ids = append(t.found.ids, t.entries[at].node)
		at = int(t.entries[at].parent)
	}
	return t.found.ids[from:len(t.found.ids):len(t.found.ids)]
}

func (t *tracer) addForcing(source int32, at int, kind chainKind, base float64) {
	size := int(t.entries[at].depth) + 2
	c := chainHint{
		rating: base + lengthRatings[size], size: size, kind: kind, source: source, placed: -1,
		path: t.path(source^1, at),
	}
	c.struck = t.found.conclude(t.links, t.grid, source^1)
	if !isOn(source) {
		c.placed = idOf(source)
	}
	t.found.add(&c)
}

// conclude returns the candidates that are off once a node is proved.
func (h *harvest) conclude(l *links, grid *view, node int32) []int32 {
	from := len(h.ids)
	if !isOn(node) {
		h.ids = append(h.ids, idOf(node))
	} else {
		m := l.marks[idOf(node)]
		for v := range l.n {
			if v != m.v && grid.cand[m.cell]>>uint(v)&1 == 1 {
				h.ids = append(h.ids, l.idAt(m.cell, v))
			}
		}
	}
	return h.ids[from:len(h.ids):len(h.ids)]
}
