package metric

import "math/bits"

// An edge is a set of at least two clues and the number of places that exactly these clues cover. A
// bipartition of the clues makes those places count when it splits the set.
type edge struct {
	clues  []int // increasing indexes
	weight int
}

// hypergraph is what the bipartition metrics need to know of a puzzle: n clues and the sets of clues that
// share places. Places covered by the same two clues are merged; larger sets are seldom equal.
type hypergraph struct {
	n     int
	edges []edge
}

// hypergraph collects the clues that cover each place with m(t) ≥ 2. Clues are numbered by their cells.
func (l *layers) hypergraph() *hypergraph {
	h := &hypergraph{n: l.clues, edges: make([]edge, 0, l.twoClues)}
	pairs := make([]int, l.clues*l.clues)
	members := make([]int, 0, l.laid)
	for d := range l.n {
		for w, twice := range l.layer(l.twice, d) {
			for ; twice != 0; twice &= twice - 1 {
				first := len(members)
				members = l.coverers(members, d, w*64+bits.TrailingZeros64(twice))
				if set := members[first:]; len(set) == 2 {
					pairs[set[0]*l.clues+set[1]]++
					members = members[:first]
				} else {
					h.edges = append(h.edges, edge{set[:len(set):len(set)], 1})
				}
			}
		}
	}
	for i, weight := range pairs {
		if weight > 0 {
			h.edges = append(h.edges, edge{[]int{i / l.clues, i % l.clues}, weight})
		}
	}
	return h
}

// coverers appends the indexes of the clues that cover the place of digit d+1 in a cell.
func (l *layers) coverers(to []int, d, cell int) []int {
	own, peers := l.layer(l.given, d), l.peersOf(cell)
	for w, cells := range own {
		covering := cells & peers[w]
		if w == cell/64 {
			covering |= l.filled[w] &^ cells & (1 << (cell % 64))
		}
		for ; covering != 0; covering &= covering - 1 {
			to = append(to, l.index[w*64+bits.TrailingZeros64(covering)])
		}
	}
	return to
}

// split returns the number of places that both parts of a bipartition cover: J of the paper.
func (h *hypergraph) split(inA []bool) int {
	total := 0
	for _, e := range h.edges {
		for _, k := range e.clues[1:] {
			if inA[k] != inA[e.clues[0]] {
				total += e.weight
				break
			}
		}
	}
	return total
}

// places returns the number of places that at least two clues cover.
func (h *hypergraph) places() int {
	total := 0
	for _, e := range h.edges {
		total += e.weight
	}
	return total
}
