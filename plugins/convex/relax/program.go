package relax

import "github.com/sudokuctl/sudokuctl/plugins/convex/interior"

// program solves LPs and QPs on the polytope of one model at a time and counts them.
type program struct {
	*model
	engine interior.Engine
	solves int // programs solved
	steps  int // interior-point iterations in all of them

	done        func() bool // asked before each iteration: true interrupts
	interrupted bool        // since reset
	inner       func() bool // the watch of the current program
	watching    func() bool
}

// reset begins the counts of a new puzzle.
func (p *program) reset(done func() bool) {
	p.solves, p.steps, p.done, p.interrupted, p.watching = 0, 0, done, false, p.watch
}

// watch ends a program that is interrupted or that its own watch wants to end.
func (p *program) watch() bool {
	p.interrupted = p.interrupted || p.done()
	return p.interrupted || p.inner != nil && p.inner()
}

// open builds the model of a board and prepares the engine for it.
func (p *program) open(b *board) {
	p.model.build(b)
	p.engine.Load(&p.model.a)
	setOnes(p.engine.B)
}

// setOnes sets the right-hand sides of rows.
func setOnes(rhs []float64) {
	for i := range rhs {
		rhs[i] = 1
	}
}

// minimize minimises costᵀx + ½ quadraticᵀ(x∘x) over the polytope, from the point in which every digit of a
// cell is equally probable. cost covers the candidates; slacks are free. A nil cost asks for any feasible
// point: the answer is interior, near the analytic centre. watch may end it early.
func (p *program) minimize(cost, quadratic []float64, watch func() bool) interior.Status {
	e := &p.engine
	clear(e.C)
	copy(e.C, cost)
	e.Q = quadratic
	clear(e.Y)
	for i := range p.cells {
		share := 1 / float64(p.at[i+1]-p.at[i])
		for j := p.at[i]; j < p.at[i+1]; j++ {
			e.X[j] = share
		}
	}
	least := 0.0
	for j := range e.X {
		if j >= p.variables() {
			e.X[j] = 0.5
		}
		least = min(least, e.C[j])
	}
	for j := range e.Z {
		e.Z[j] = e.C[j] - least + startDual
		if quadratic != nil {
			e.Z[j] += quadratic[j] * e.X[j]
		}
	}
	p.inner = watch
	status := e.Minimize(p.watching)
	p.solves++
	p.steps += e.Iterations
	return status
}

// startDual is the smallest z of the starting point.
const startDual = 1
