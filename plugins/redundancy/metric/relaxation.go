package metric

import "math"

// relaxation bounds from below how many places every bipartition loses, that is leaves in one part.
//
// With s(u) = ±1 for the part of clue u, a set of k clues of weight w loses at least
//
//	λ·w·((Σ s)² - (k-2)²) / (4k-4)   for any λ in [0,1],
//
// since the fraction is 1 if all clues of the set are together, 0 if they are but for one, else negative.
// Added up over all sets this is a constant plus the sum of pull(u,v)·s(u)·s(v) over all u < v. Unit vectors
// instead of the numbers ±1 relax it further to a semidefinite programme, which is solved by turning one
// vector after the other to its best direction (Wang & Kolter's mixing method), while λ grows where vectors
// of a set are together and shrinks where the fraction is negative.
//
// Products are converted to float64 before they are added, so that no processor fuses the two: the search
// must take the same way on every machine.
type relaxation struct {
	h        *hypergraph
	dim      int       // of the vectors
	vectors  []float64 // one vector of length 1 after the other
	sets     []relaxed // sets of three clues or more
	pull     []float64 // n×n, symmetric
	linked   [][]int   // clues that share a place with a clue
	norms    []float64 // of each clue the length of its gradient: the dual solution
	constant float64
}

// relaxed is an edge whose fraction can be negative.
type relaxed struct {
	clues  []int
	weight float64
	lambda float64
}

// fraction returns a and b such that an edge of k clues has the fraction a + b·Σ s(u)·s(v), u < v.
func fraction(k int) (a, b float64) {
	return float64(k-(k-2)*(k-2)) / float64(4*k-4), 1 / float64(2*k-2)
}

// newRelaxation returns the semidefinite relaxation of the maximum cut.
func newRelaxation(h *hypergraph) *relaxation {
	r := &relaxation{h: h, sets: make([]relaxed, 0, len(h.edges)), pull: make([]float64, h.n*h.n),
		linked: make([][]int, h.n), norms: make([]float64, h.n)}
	for _, e := range h.edges {
		if len(e.clues) > 2 {
			r.sets = append(r.sets, relaxed{clues: e.clues, weight: float64(e.weight)})
			r.share(&r.sets[len(r.sets)-1], 1)
		} else {
			r.constant += float64(e.weight) / 2
			r.bind(e.clues[0], e.clues[1], float64(e.weight)/2)
		}
	}
	for u := range h.n {
		for v, pull := range r.pull[u*h.n:][:h.n] {
			if pull != 0 {
				r.linked[u] = append(r.linked[u], v)
			}
		}
	}
	r.point()
	return r
}

// share changes the λ of a set.
func (r *relaxation) share(s *relaxed, lambda float64) {
	a, b := fraction(len(s.clues))
	change := s.weight * (lambda - s.lambda)
	s.lambda = lambda
	r.constant += float64(change * a)
	for i, u := range s.clues {
		for _, v := range s.clues[:i] {
			r.bind(u, v, float64(change*b))
		}
	}
}

// bind adds to the pull between two clues.
func (r *relaxation) bind(u, v int, pull float64) {
	r.pull[u*r.h.n+v] += pull
	r.pull[v*r.h.n+u] += pull
}

// point gives the clues vectors in all directions. About √2n dimensions would surely do; the solution needs fewer.
func (r *relaxation) point() {
	r.dim = (int(math.Ceil(math.Sqrt(float64(r.h.n)))) + 5) / 4 * 4
	r.vectors = make([]float64, r.h.n*r.dim)
	state := uint64(1)
	for i := range r.vectors {
		state = state*6364136223846793005 + 1442695040888963407
		r.vectors[i] = float64(state>>11)/(1<<52) - 1
	}
	for u := range r.h.n {
		v := r.vector(u)
		scale(v, 1/length(v))
	}
}

// vector returns the vector of a clue.
func (r *relaxation) vector(u int) []float64 { return r.vectors[u*r.dim:][:r.dim] }

// sweep turns every vector to where it loses least.
func (r *relaxation) sweep() {
	gradient := make([]float64, r.dim)
	for u := range r.h.n {
		clear(gradient)
		pull := r.pull[u*r.h.n:][:r.h.n]
		for _, v := range r.linked[u] {
			addTimes(gradient, pull[v], r.vector(v))
		}
		norm := length(gradient)
		if r.norms[u] = norm; norm > 1e-9 {
			copy(r.vector(u), gradient)
			scale(r.vector(u), -1/norm)
		}
	}
}

// adjust moves each λ along the fraction of its set.
func (r *relaxation) adjust(step float64) {
	sum := make([]float64, r.dim)
	for i := range r.sets {
		s := &r.sets[i]
		clear(sum)
		for _, u := range s.clues {
			addTimes(sum, 1, r.vector(u))
		}
		k := float64(len(s.clues))
		size := length(sum)
		fraction := (float64(size*size) - (k-2)*(k-2)) / (4*k - 4)
		if lambda := min(1, max(0, s.lambda+float64(step*fraction))); lambda != s.lambda {
			r.share(s, lambda)
		}
	}
}

// solve brings the relaxation near its optimum. More rounds raise the bound a little and make the search no shorter.
func (r *relaxation) solve() {
	const rounds, step = 8, 1.2
	for range rounds {
		r.sweep()
		r.adjust(step)
	}
	for range rounds {
		r.sweep()
	}
}

// addTimes adds f·v to sum.
func addTimes(sum []float64, f float64, v []float64) {
	for i, x := range v {
		sum[i] += float64(f * x)
	}
}

// scale multiplies a vector.
func scale(v []float64, f float64) {
	for i := range v {
		v[i] *= f
	}
}

// length returns the length of a vector.
func length(v []float64) float64 {
	sum := 0.0
	for _, x := range v {
		sum += float64(x * x)
	}
	return math.Sqrt(sum)
}
