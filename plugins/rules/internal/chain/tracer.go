package chain

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
