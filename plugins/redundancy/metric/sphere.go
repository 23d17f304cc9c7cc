package metric

import (
	"context"
	"math"
	"math/rand/v2"
)

// sphere enumerates bipartitions that may lose fewer places than the best one known (Fincke & Pohst; the
// sphere decoders of radio receivers do the same). The dual solution y of a relaxation makes the matrix of
// pulls with y on its diagonal positive semidefinite, so that the loss of a bipartition is at least
//
//	base + |R·s|²
//
// with triangular R: row p holds the clues decided before position p and the one at p. Each decision adds
// the square of one row, and a bipartition is given up when it can no longer be better.
type sphere struct {
	h       *hypergraph
	ctx     context.Context
	nodes   int64 // decisions so far
	until   int64 // nodes at which to stop
	stopped bool

	clueAt []int     // position -> clue
	rows   []float64 // R, n×n, row by row
	base   float64
	side   []float64 // +1 = A, -1 = B
	inA    []bool
	best   bipartition
	loss   int     // of best
	limit  float64 // a bipartition whose bound is higher cannot be better
	open   float64 // after a stop: no bipartition left out has a lower bound
}

// margin is far above the errors of rounding and far below 1, by which losses differ.
const margin = 1e-4

// factor sets rows and base from a solved relaxation. Rounding and a relaxation not solved to the end can
// leave the matrix indefinite; then more is added to the diagonal, which lowers the bound.
func (s *sphere) factor(r *relaxation) {
	for extra := 1.0 / 128; ; extra *= 2 {
		if s.cholesky(r, extra) {
			return
		}
	}
}

// cholesky factorises half the matrix of pulls with the diagonal y + extra. It goes from the last position to
// the first and always takes the clue with the least pivot, which leaves the large ones to the first
// decisions: that makes the tree several times smaller than the order of the clues.
func (s *sphere) cholesky(r *relaxation, extra float64) bool {
	n := s.h.n
	m := make([]float64, n*n)
	for i, pull := range r.pull {
		m[i] = pull / 2
	}
	s.base = r.constant
	for u, y := range r.norms {
		s.clueAt[u] = u
		m[u*n+u] = (y + extra) / 2
		s.base -= (y + extra) / 2
	}
	clear(s.rows)
	for p := n - 1; p >= 0; p-- {
		least := p
		for i := range p {
			if m[i*n+i] < m[least*n+least] {
				least = i
			}
		}
		s.swap(m, least, p)
		pivot := m[p*n+p]
		if pivot < extra/1024 {
			return false
		}
		row, root := s.rows[p*n:][:n], math.Sqrt(pivot)
		for i := range p + 1 {
			row[i] = m[p*n+i] / root
		}
		for i := range p {
			addTimes(m[i*n:], -row[i], row[:i+1])
		}
	}
	return true
}

// swap exchanges position i with a later one in the rest of m, whose lower triangle counts, and in the rows already
// made.
func (s *sphere) swap(m []float64, i, p int) {
	n := s.h.n
	if i == p {
		return
	}
	s.clueAt[i], s.clueAt[p] = s.clueAt[p], s.clueAt[i]
	for j := range i {
		m[i*n+j], m[p*n+j] = m[p*n+j], m[i*n+j]
	}
	for j := i + 1; j < p; j++ {
		m[j*n+i], m[p*n+j] = m[p*n+j], m[j*n+i]
	}
	m[i*n+i], m[p*n+p] = m[p*n+p], m[i*n+i]
	for j := p + 1; j < n; j++ {
		s.rows[j*n+i], s.rows[j*n+p] = s.rows[j*n+p], s.rows[j*n+i]
	}
}

// run searches until nodes decisions are made in all, and reports whether that was enough.
func (s *sphere) run(nodes int64) bool {
	s.until, s.stopped, s.open = nodes, false, math.Inf(1)
	s.descend(0, s.base)
	return !s.stopped
}

// descend decides position p in both ways, the better one first.
func (s *sphere) descend(p int, value float64) {
	row := s.rows[p*s.h.n:][:p+1]
	centre := dot(row[:p], s.side)
	side := -math.Copysign(1, centre)
	for range 2 {
		x := centre + float64(side*row[p])
		next := value + float64(x*x)
		if next > s.limit {
			return
		}
		s.side[p] = side
		side = -side
		switch {
		case s.exhausted():
			s.open = min(s.open, next)
		case p+1 == s.h.n:
			s.keep()
		default:
			s.descend(p+1, next)
		}
		if p == 0 {
			return // the other way only exchanges A and B
		}
	}
}

// exhausted reports whether the budget of decisions is over.
func (s *sphere) exhausted() bool {
	if s.stopped {
		return true
	}
	s.nodes++
	s.stopped = s.nodes > s.until || s.nodes%1024 == 0 && s.ctx.Err() != nil
	return s.stopped
}

// keep records the bipartition that was just reached.
func (s *sphere) keep() {
	for p, k := range s.clueAt {
		s.inA[k] = s.side[p] > 0
	}
	s.offer(s.inA)
}

// offer makes a bipartition the best if it is.
func (s *sphere) offer(inA []bool) {
	if split := s.h.split(inA); split > s.best.split || s.best.inA == nil {
		s.best.split = split
		s.best.inA = append(s.best.inA[:0], inA...)
		s.loss = s.h.places() - split
		s.limit = float64(s.loss) - 1 + margin
	}
}

// dot returns the scalar product.
func dot(a, b []float64) float64 {
	var s0, s1, s2, s3 float64
	b = b[:len(a)]
	for len(a) >= 4 {
		x, y := (*[4]float64)(a), (*[4]float64)(b)
		s0 += float64(x[0] * y[0])
		s1 += float64(x[1] * y[1])
		s2 += float64(x[2] * y[2])
		s3 += float64(x[3] * y[3])
		a, b = a[4:], b[4:]
	}
	for i, x := range a {
		s0 += float64(x * b[i])
	}
	return s0 + s1 + (s2 + s3)
}

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

// probes is how many random descents estimate the size of a search.
const probes = 64

// size estimates how many decisions the search would take, by those that random descents meet (Knuth,
// Estimating the Efficiency of Backtrack Programs, 1975).
func (s *sphere) size() float64 {
	random := rand.New(rand.NewPCG(1, 0))
	total := 0.0
	for range probes {
		total += s.probe(random)
	}
	return total / probes
}

// probe descends at random and returns how many decisions the tree would have if it were alike everywhere.
func (s *sphere) probe(random *rand.Rand) float64 {
	value, alike, total := s.base, 1.0, 0.0
	for p := range s.h.n {
		ways, next := s.ways(p, value)
		if ways == 0 {
			break
		}
		alike *= float64(ways)
		total += alike
		chosen := random.IntN(ways)
		value, s.side[p] = next[chosen].value, next[chosen].side
	}
	return total
}

// decision is a side for the next position, and the bound with it.
type decision struct{ side, value float64 }

// ways returns the sides of position p that may lead to something better.
func (s *sphere) ways(p int, value float64) (int, [2]decision) {
	var next [2]decision
	n := 0
	row := s.rows[p*s.h.n:][:p+1]
	centre := dot(row[:p], s.side)
	for _, side := range [2]float64{-1, 1} {
		x := centre + float64(side*row[p])
		if bound := value + float64(x*x); bound <= s.limit {
			next[n] = decision{side, bound}
			n++
		}
	}
	return n, next
}
