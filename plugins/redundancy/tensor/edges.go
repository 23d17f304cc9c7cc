package tensor

import "slices"

// An edge is a set of at least two clues and the number of places that exactly these clues cover. A
// bipartition of the clues makes those places count when it splits the set.
type edge struct {
	clues  []int // increasing indexes
	weight int
}

// hypergraph is what the bipartition metrics need to know of a puzzle: n clues and the sets of clues that
// share places. Places covered by the same set are merged.
type hypergraph struct {
	n     int
	edges []edge
}

func (c *cover) hypergraph() *hypergraph {
	sets := make([][]int, len(c.by))
	room := make([]int, c.totals().shared)
	for i, k := range c.clues {
		for t := range c.covered(k) {
			if c.by[t] < 2 {
				continue
			}
			if sets[t] == nil {
				m := int(c.by[t])
				sets[t], room = room[:0:m], room[m:]
			}
			sets[t] = append(sets[t], i)
		}
	}
	sets = slices.DeleteFunc(sets, func(s []int) bool { return s == nil })
	slices.SortFunc(sets, slices.Compare)
	return &hypergraph{n: len(c.clues), edges: merge(sets)}
}

func merge(sorted [][]int) []edge {
	var edges []edge
	for _, s := range sorted {
		if last := len(edges) - 1; last >= 0 && slices.Equal(edges[last].clues, s) {
			edges[last].weight++
		} else {
			edges = append(edges, edge{clues: s, weight: 1})
		}
	}
	return edges
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
