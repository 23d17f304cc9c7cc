package tensor

import "context"

// bipartition is the answer to the question which two parts of the clues share most places.
type bipartition struct {
	inA   []bool
	split int   // places that both parts cover
	bound int   // no bipartition covers more; equal to split when that is proved to be the maximum
	nodes int64 // decisions tried
}

// bestBipartition finds the maximum of equation 3 by branch and bound within a number of nodes, 0 meaning no
// limit. When the budget or ctx ends first, it returns the best bipartition that local search then finds,
// with an upper bound.
func bestBipartition(ctx context.Context, h *hypergraph, maxNodes int64) bipartition {
	c := newCut(h)
	d := newDolls(ctx, c, maxNodes)
	loss := d.run()
	b := bipartition{inA: make([]bool, h.n), bound: h.places() - max(0, c.places(loss)), nodes: d.nodes}
	for i, k := range c.order {
		b.inA[k] = d.best[i]
	}
	if d.stopped {
		b.inA = tabu(h, b.inA)
	}
	b.split = h.split(b.inA)
	return b
}
