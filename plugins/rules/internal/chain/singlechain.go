package chain

import "slices"

// allChains collects the hints of forcing chains and cycles of the view's grid (Sudoku Explainer:
// 6.5 to 7.x).
func (t *tracer) allChains() {
	t.linkUp()
	if !t.reach.explore(t) {
		return
	}
	for _, kind := range [...]chainKind{xChain, yChain, xyChain} {
		for id := range t.marks {
			id := int32(id)
			vs := t.grid.cand[t.marks[id].Cell]
			if !t.grid.has(id) || vs&(vs-1) == 0 {
				continue
			}
			if t.reach.mayCycle(id) {
				t.cycles(id, kind)
			}
			if kind != yChain && has(t.reach.notOn, id) {
				t.forcing(on(id), kind)
			}
			if kind != yChain && has(t.reach.notOff, id) {
				t.forcing(off(id), kind)
			}
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
		next := t.strongLinks(idOf(p.node), kind)
		if isOn(p.node) {
			next = t.weakLinks(idOf(p.node), kind != xChain)
		}
		for _, q := range next {
			node := q<<1 | p.node&1 ^ 1
			if node == source^1 && t.grid.has(q) {
				t.addForcing(source, head, kind, base)
				return
			}
			if t.grid.has(q) {
				t.push(node, head, p.depth+1)
			}
		}
	}
}

func (t *tracer) addForcing(source int32, at int, kind chainKind, base float64) {
	size := int(t.entries[at].depth) + 2
	c := chainHint{
		rating: base + lengthRating(size), size: size, kind: kind, source: source, placed: -1,
		path: t.path(source^1, at),
	}
	c.struck = t.found.conclude(t.links, t.grid, source^1)
	if !isOn(source) {
		c.placed = idOf(source)
	}
	t.found.add(&c)
}

// cycles looks for all cycles through a candidate that is on: off, on, …, off, and on again. Every other
// candidate that some on node and some off node of the cycle both exclude is impossible.
func (t *tracer) cycles(id int32, kind chainKind) {
	base := 6.5
	if kind == xyChain {
		base = 7.0
	}
	limit := t.found.limit(base, kind)
	closers := t.strongLinks(id, kind)
	if len(closers) == 0 {
		return
	}
	t.begin(on(id))
	for head := 0; head < len(t.entries); head++ {
		p := t.entries[head]
		if int(p.depth)+2 > limit {
			return
		}
		if !isOn(p.node) {
			for _, q := range t.strongLinks(idOf(p.node), kind) {
				t.push(on(q), head, p.depth+1)
			}
			continue
		}
		for _, q := range t.weakLinks(idOf(p.node), kind != xChain) {
			if !t.grid.has(q) {
				continue
			}
			if p.depth >= 2 && slices.Contains(closers, q) && !t.isBefore(head, off(q)) {
				if t.addCycle(id, q, head, kind, base) {
					limit = t.found.limit(base, kind)
				}
			}
			t.push(off(q), head, p.depth+1)
		}
	}
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
func (t *tracer) addCycle(id, q int32, at int, kind chainKind, base float64) bool {
	size := int(t.entries[at].depth) + 2
	if size > t.found.limit(base, kind) {
		return false
	}
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
		rating: base + lengthRating(size), size: size, kind: kind, cycle: true, source: on(id), placed: -1,
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
