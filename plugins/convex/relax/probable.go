package relax

import (
	"container/heap"
	"fmt"
	"math"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/plugins/convex/belief"
)

// probable is the objective of the most probable grid: minimise Σ −log p over the cells with soft clues. The
// tree then keeps the best grid found instead of emitting each, and its certificates speak of better grids only.
type probable struct {
	cost   []float64 // −log p of each candidate, cell·n + digit−1; 0 without a prior
	best   float64   // cost of the best grid, or more than any grid costs
	grid   sudoku.Grid
	found  bool
	lower  float64 // no grid costs less, as far as the search has come
	root   float64 // the same from the root's program alone
	base   float64 // cost of the cells that the current board has decided
	active bool    // the objective is in force
}

// probableTolerance is how much cheaper, in nats, a grid must be to count as more probable.
const probableTolerance = 1e-6

// begin prepares the objective for a puzzle. The first best is the cost that no grid exceeds, and a little.
func (o *probable) begin(p *sudoku.Puzzle) {
	o.cost = priorCost(p)
	o.found, o.active, o.lower, o.root = false, true, math.Inf(1), 0
	n := p.Geometry().N()
	o.best = 1
	for c := range p.Geometry().Cells() {
		dearest := 0.0
		for _, v := range o.cost[c*n : (c+1)*n] {
			dearest = max(dearest, v)
		}
		o.best += dearest
	}
}

// of returns the cost of the decided cells of a grid.
func (o *probable) of(grid sudoku.Grid) (sum float64) {
	n := len(o.cost) / len(grid)
	for c, v := range grid {
		if v != 0 {
			sum += o.cost[c*n+int(v)-1]
		}
	}
	return sum
}

// offer takes a grid if it is the most probable so far.
func (o *probable) offer(grid sudoku.Grid) {
	if cost := o.of(grid); !o.found || cost < o.best {
		o.best, o.found, o.grid = cost, true, append(o.grid[:0], grid...)
		o.lower = min(o.lower, cost)
	}
}

// prices returns the costs of a model's candidates.
func (o *probable) prices(m *model) []float64 {
	cost := make([]float64, m.variables())
	for j := range cost {
		cost[j] = o.cost[int(m.cell[j])*m.f.n+int(m.digit[j])-1]
	}
	return cost
}

// measures says how probable the best grid is, and how much more probable, in nats, another might be.
func (o *probable) measures(finished bool) []sudoku.Measure {
	if !o.found {
		return nil
	}
	gap := max(0, o.best-o.lower)
	if !finished {
		gap = max(0, o.best-min(o.lower, o.root))
	}
	certified := 0.0
	if gap <= 2*probableTolerance {
		certified = 1
	}
	return []sudoku.Measure{{Name: "log_probability", Value: -o.best}, {Name: "dual_gap", Value: gap},
		{Name: "certified", Value: certified}}
}

// priorCost returns the cost −log p of each candidate (cell·n + digit−1), 0 where nothing is known.
func priorCost(p *sudoku.Puzzle) []float64 {
	n := p.Geometry().N()
	cost := make([]float64, n*p.Geometry().Cells())
	for _, s := range p.Soft() {
		for d := range s.Allowed.All {
			if s.Prob != nil {
				cost[s.Cell*n+d-1] = -math.Log(s.Prob[d-1])
			}
		}
	}
	return cost
}

// messages are the variants belief, sinkhorn and marginals, which speak of the same probabilities as the polytope:
// package belief has the algorithms.
type messages struct {
	graph    *belief.Graph // nil: the geometry has too many digits
	variant  string
	most     int // grids of marginals
	point    []float64
	grid     sudoku.Grid
	estimate func(prior []float64, stop func() bool) (rounds int, ok bool)
}

// newMessages returns a solver by marginals.
func newMessages(s settings, f *frame) *messages {
	m := &messages{graph: belief.New(f.g), variant: s.Variant, most: s.MaxGrids, point: make([]float64, f.candidates),
		grid: make(sudoku.Grid, f.cells)}
	if m.graph != nil {
		m.estimate = m.graph.Propagate
		if s.Variant == "sinkhorn" {
			m.estimate = m.graph.Balance
		}
	}
	return m
}

// solve decides the most certain cell and starts again, until the grid is full or cannot be.
func (m *messages) solve(r *run) error {
	if m.graph == nil {
		return fmt.Errorf("variant %s of a geometry with more than %d digits: %w", m.variant, belief.MaxSize,
			sudoku.ErrUnsupported)
	}
	if m.variant == "marginals" {
		return m.count(r)
	}
	for b := r.board; ; r.guesses++ {
		m.prior(r)
		rounds, ok := m.estimate(m.point, r.done)
		r.iterations += rounds
		r.nodes++
		switch {
		case r.done():
			return r.ctx.Err()
		case !ok:
			return sudoku.ErrGaveUp
		}
		if r.guesses == 0 {
			m.tell(r)
		}
		if c, d := m.round(b); c < 0 {
			if r.emit(m.grid) {
				return sudoku.ErrGaveUp
			}
			return nil
		} else if !b.assign(c, d) {
			return sudoku.ErrGaveUp
		}
	}
}

// prior sets point to the weights of the digits that the board has left.
func (m *messages) prior(r *run) {
	n := r.frame.n
	for c, digits := range r.board.cand {
		for d := range n {
			m.point[c*n+d] = 0
			if digits.Has(d + 1) {
				m.point[c*n+d] = 1
			}
		}
	}
	for _, s := range r.puzzle.Soft() {
		for d := range s.Allowed.All {
			if s.Prob != nil {
				m.point[s.Cell*n+d-1] *= s.Prob[d-1]
			}
		}
	}
}

// round fills grid with the most probable digit of each cell. If that is no solution it returns the most certain of
// the undecided cells and its digit, else −1.
func (m *messages) round(b *board) (cell int32, digit int) {
	n, most := b.f.n, -1.0
	cell = -1
	for c := range m.grid {
		best := 0
		for d := range n {
			if m.point[c*n+d] > m.point[c*n+best] {
				best = d
			}
		}
		m.grid[c] = uint8(best + 1)
		if p := m.point[c*n+best]; b.value[c] == 0 && p > most {
			cell, digit, most = int32(c), best+1, p
		}
	}
	if b.f.consistent(m.grid) {
		return -1, 0
	}
	if cell < 0 {
		return 0, 0 // decided cells clash, so that no digit can be assigned
	}
	return cell, digit
}

// count visits all grids and emits one of the greatest probability.
func (m *messages) count(r *run) error {
	m.prior(r)
	census, all := belief.Enumerate(r.puzzle, m.point, m.most, r.done)
	if r.done() {
		return r.ctx.Err()
	}
	r.extra = []sudoku.Measure{{Name: "grids", Value: float64(census.Grids)}}
	if !all {
		return sudoku.ErrGaveUp
	}
	copy(m.point, census.Marginals)
	if census.Best == nil {
		return nil
	}
	r.extra = append(r.extra, sudoku.Measure{Name: "solution_entropy", Value: math.Max(0, census.Entropy)},
		sudoku.Measure{Name: "marginal_entropy", Value: belief.Entropy(census.Marginals)})
	m.tell(r)
	if r.emit(census.Best) && census.Grids > 1 {
		return sudoku.ErrGaveUp
	}
	return nil
}

// tell traces the marginals: at x = N·cell + digit the probability of the digit.
func (m *messages) tell(r *run) {
	if r.trace == nil {
		return
	}
	n := r.frame.n
	for j, p := range m.point {
		if p > 0 {
			r.trace(sudoku.Trace{Series: "marginal", X: float64(j/n*n + j%n + 1), Y: p})
		}
	}
}

// ordered is the objective in_order: all grids, the most probable first. It is a best-first search. Its frontier
// holds solved boards with their cost −log p and open boards with a certificate's lower bound on the cost of all
// grids in them. A solved board at the front is cheaper than every grid that is still to come, so it is emitted;
// an open one is branched on. Grids of equal probability come in any order.
type ordered struct {
	t        *tree
	frontier frontier
}

// pending is a board of the frontier.
type pending struct {
	b      *board
	least  float64 // cost of the board's grid if it is solved, else a lower bound on the costs of its grids
	solved bool
	depth  int
	cell   int32 // to branch on
	digit  int
}

// all emits the grids of a board in order and returns whether it came to the end.
func (o *ordered) all(b *board) bool {
	o.frontier = o.frontier[:0]
	t := o.t
	t.goal.begin(t.puzzle)
	defer func() { t.goal.active = false }()
	t.take = ignore
	defer func() { t.take = t.found }()
	if !o.push(b.clone(), 0, 0) {
		return false
	}
	for emitted := 0; len(o.frontier) > 0; {
		first := heap.Pop(&o.frontier).(pending)
		if first.solved {
			if emitted++; t.trace != nil {
				t.trace(sudoku.Trace{Series: "log_probability", X: float64(emitted), Y: -first.least})
			}
			if t.refused = !t.emit(first.b.value); t.refused {
				return false
			}
			continue
		}
		t.guesses++
		child := first.b.clone()
		if child.assign(first.cell, first.digit) && !o.push(child, first.least, first.depth+1) {
			return false
		}
		first.b.strike(first.cell, first.digit)
		if !o.push(first.b, first.least, first.depth) {
			return false
		}
	}
	return true
}

// ignore refuses no solution that rounding finds: a board that holds it will come in its turn.
func ignore(sudoku.Grid) bool { return true }

// push examines a board whose grids cost at least `least` and puts it into the frontier unless it has none. It
// returns false if it was interrupted.
func (o *ordered) push(b *board, least float64, depth int) bool {
	t := o.t
	t.nodes++
	for {
		if !t.conclude(b) {
			return true
		}
		if b.solved() {
			heap.Push(&o.frontier, pending{b: b, least: t.goal.of(b.value), solved: true, depth: depth})
			return true
		}
		switch t.examine(b) {
		case halted:
			return false
		case refuted:
			return true
		case shrunk:
			continue
		}
		next := pending{b: b, least: max(least, t.bound.value+t.goal.base), depth: depth}
		next.cell, next.digit = t.choose()
		heap.Push(&o.frontier, next)
		return true
	}
}

// frontier is a heap: the cheapest board first, among equals the deepest.
type frontier []pending

func (f frontier) Len() int { return len(f) }

func (f frontier) Less(i, j int) bool {
	if f[i].least != f[j].least {
		return f[i].least < f[j].least
	}
	return f[i].depth > f[j].depth
}

func (f frontier) Swap(i, j int) { f[i], f[j] = f[j], f[i] }

// Push appends a node, as container/heap wants it.
func (f *frontier) Push(x any) { *f = append(*f, x.(pending)) }

// Pop takes the last node away, as container/heap wants it.
func (f *frontier) Pop() any {
	last := (*f)[len(*f)-1]
	*f = (*f)[:len(*f)-1]
	return last
}
