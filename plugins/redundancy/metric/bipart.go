package metric

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
	s := &sphere{h: h, ctx: ctx, clueAt: make([]int, h.n), rows: make([]float64, h.n*h.n),
		side: make([]float64, h.n), inA: make([]bool, h.n)}
	r := newRelaxation(h)
	r.solve()
	s.start(r)
	s.factor(r)
	s.search(maxNodes)
	b := s.best
	b.nodes, b.bound = s.nodes, b.split
	if s.stopped && s.open < float64(s.loss) {
		b.bound = h.places() - max(0, int(math.Ceil(s.open-margin)))
	}
	return b
}

// Most searches end within brief decisions. One that does not goes on from a better start, unless it is
// estimated at hopeless times its budget: then it would prove nothing and hardly raise the bound.
const brief, hopeless = 50_000, 100

// search proves the best bipartition, or finds a good one where the budget does not suffice.
func (s *sphere) search(budget int64) {
	if budget <= 0 {
		budget = math.MaxInt64
	}
	if s.run(min(brief, budget)) {
		return
	}
	s.offer(tabu(s.h, s.best.inA))
	if s.nodes < budget && s.ctx.Err() == nil && s.size() < hopeless*float64(budget) {
		s.run(budget)
	}
}

// start offers the bipartition on both sides of a plane through the vectors, with single clues moved to the
// other part while that helps. A better start saves less than it costs.
func (s *sphere) start(r *relaxation) {
	for u := range s.inA {
		s.inA[u] = r.vector(u)[0] > 0
	}
	p := newParts(s.h)
	p.set(s.inA)
	for p.climb() {
	}
	s.offer(p.inA)
}
