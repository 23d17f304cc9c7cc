package tensor

import (
	"context"
	"math"
)

// bipartition is the answer to the question which two parts of the clues share most places.
type bipartition struct {
	inA   []bool
	split int   // places that both parts cover
	bound int   // no bipartition covers more; equal to split when that is proved to be the maximum
	nodes int64 // decisions tried
}

// bestBipartition finds the maximum of equation 3 by branch and bound within a number of nodes, 0 meaning no
// limit. When the budget or ctx ends first, it returns the best bipartition found, with an upper bound.
func bestBipartition(ctx context.Context, h *hypergraph, maxNodes int64) bipartition {
	s := &sphere{h: h, ctx: ctx, maxNodes: maxNodes, clueAt: make([]int, h.n), rows: make([]float64, h.n*h.n),
		side: make([]float64, h.n), inA: make([]bool, h.n), open: math.Inf(1)}
	r := newRelaxation(h)
	r.solve()
	s.start(r)
	s.factor(r)
	s.descend(0, s.base)
	bound := math.Inf(1)
	if s.stopped {
		s.offer(tabu(h, s.best.inA))
		bound = s.open
	}
	b := s.best
	b.nodes, b.bound = s.nodes, b.split
	if bound < float64(s.loss) {
		b.bound = h.places() - max(0, int(math.Ceil(bound-margin)))
	}
	return b
}

// planes is how many bipartitions the search starts from: a better start saves less than it costs.
const planes = 4

// start offers the bipartitions on both sides of a plane through the vectors, each with single clues moved to
// the other part while that helps.
func (s *sphere) start(r *relaxation) {
	p := newParts(s.h)
	for q := range min(r.dim, planes) {
		for u := range s.inA {
			s.inA[u] = r.vector(u)[q] > 0
		}
		p.set(s.inA)
		for p.climb() {
		}
		s.offer(p.inA)
	}
}
