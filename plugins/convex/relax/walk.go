package relax

import (
	"math"
	"math/rand/v2"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/plugins/convex/belief"
	"github.com/sudokuctl/sudokuctl/plugins/convex/interior"
)

// outcome is how an exploration ended.
type outcome uint8

const (
	solved     outcome = iota // the rounded point is a solution, in walk.grid
	failed                    // no solution found, no proof
	infeasible                // a certificate proves that there is none
	stopped                   // the context is done
)

// walk explores the polytope of a model for points of low entropy: the procedures INIT, UP and DOWN of the paper.
type walk struct {
	recipe
	*program
	board      *board
	grid       sudoku.Grid // the solution, after solved
	high, low  []float64   // x̂ of UP and x̌ of DOWN
	y, cost    []float64
	split      split
	iterations int
	rng        *rand.Rand // of geometric rounding
	trace      func(sudoku.Trace)
	bound      bound
}

// newWalk returns a walk by a recipe.
func newWalk(r recipe, p *program) *walk {
	return &walk{recipe: r, program: p, grid: make(sudoku.Grid, p.f.cells), rng: rand.New(rand.NewPCG(0, 0))}
}

// run opens the model of a board and follows the flow graph of section IV.D: INIT, then DOWN until it stands
// still, then one UP, and again.
func (w *walk) run(b *board) outcome {
	w.board, w.iterations, w.rng = b, 0, rand.New(rand.NewPCG(0, 0))
	w.open(b)
	w.bound.prepare(w.program, nil)
	switch status := w.minimize(nil, nil, w.impossible); {
	case w.interrupted:
		return stopped
	case status == interior.Stopped:
		return infeasible
	}
	w.high = append(w.high[:0], w.engine.X[:w.variables()]...)
	if w.round(w.high) {
		w.tell("init", w.high)
		return solved
	}
	return w.presolved(b)
}

// presolved goes on from the engine's point without what singles and locked candidates strike: it is 0 at every point
// of the polytope, so that the walk is the same in fewer variables. INIT is solved before that: where digits can be
// exchanged its centre is a tie that only the noise of the larger program breaks, as it did in the paper.
func (w *walk) presolved(b *board) outcome {
	n := b.f.n
	all := make([]float64, b.f.candidates)
	for j := range w.variables() {
		all[int(w.cell[j])*n+int(w.digit[j])-1] = w.engine.X[j]
	}
	if !b.conclude() {
		return infeasible
	}
	w.open(b)
	x := make([]float64, w.variables())
	for j := range x {
		x[j] = all[int(w.cell[j])*n+int(w.digit[j])-1]
	}
	w.begin(x)
	if w.interrupted {
		return stopped
	}
	return w.explore(b, x)
}

// begin moves the first point x to where the recipe starts.
func (w *walk) begin(x []float64) {
	w.cost = make([]float64, len(x))
	switch w.start {
	case "vertex":
		w.minimize(w.scrambled(), nil, nil)
		copy(x, w.engine.X)
	case "max_entropy":
		w.maximizeEntropy(x)
	}
}

// maximizeEntropy moves x to the point of largest entropy by Newton's method: each step minimises the quadratic
// approximation Σ x log x ≈ Σ (x_k log x_k + (log x_k + 1)(x − x_k) + (x − x_k)²/2x_k) over the polytope.
func (w *walk) maximizeEntropy(x []float64) {
	const steps = 30
	for range steps {
		curvature := w.unit()
		for j, v := range x {
			v = max(v, w.floor)
			w.cost[j], curvature[j] = math.Log(v), 1/v
		}
		w.minimize(w.cost, curvature, nil)
		if w.interrupted || w.engine.Infeasible > feasible {
			return
		}
		moved := 0.0
		for j, v := range x {
			moved = max(moved, math.Abs(w.engine.X[j]-v))
			x[j] = w.engine.X[j]
		}
		if moved < still {
			return
		}
	}
}

// explore starts at a point of the open model of a board.
func (w *walk) explore(b *board, x []float64) outcome {
	w.board = b
	n := len(x)
	w.high, w.low, w.y, w.cost = slices.Clone(x), make([]float64, n), make([]float64, n), make([]float64, n)
	w.tell("init", w.high)
	if w.round(w.high) {
		return solved
	}
	for up := 0; ; up++ {
		if w.mixed {
			w.norm = mixture[up%len(mixture)]
		}
		if o := w.descend(); o != failed || up == w.ups {
			return o
		}
		moved := w.update(w.high, 1)
		if w.round(w.high) {
			return solved
		}
		if moved >= still {
			continue
		}
		if !w.perturbs || !w.perturb() {
			return failed
		}
		if w.round(w.high) {
			return solved
		}
	}
}

// impossible reports whether the engine's current y proves that the polytope is empty.
func (w *walk) impossible() bool { return w.bound.refutes(&w.engine) }

// descend takes DOWN steps from the latest x̂ until one of them does not move.
func (w *walk) descend() outcome {
	copy(w.low, w.high)
	for range w.downs {
		moved := w.update(w.low, -1)
		if w.interrupted {
			return stopped
		}
		if w.round(w.low) {
			return solved
		}
		if moved < still {
			break
		}
	}
	return failed
}

// update makes one step at x, up (sign 1) or down (sign −1) in entropy, and returns the largest entry of z.
func (w *walk) update(x []float64, sign float64) float64 {
	w.iterations++
	w.direction(x, w.floor, w.y)
	next, off := w.target(x, sign)
	moved := 0.0
	if off > feasible {
		next = x
	}
	for j, v := range x {
		z := next[j] - v
		moved = max(moved, math.Abs(z))
		x[j] = v + w.step*z
	}
	w.tell([...]string{"down", "", "up"}[int(sign)+1], x)
	return moved
}

// feasible is how far the sum of a row may be from 1 at a point that the walk goes to. A program that stalls
// farther off is no step.
const feasible = 1e-9

// target solves (14) and returns x + z, and by how much a row is missed there. Where the engine stalls, that
// is its last point.
func (w *walk) target(x []float64, sign float64) (next []float64, off float64) {
	switch w.norm {
	case l1:
		return w.split.minimize(w, x, sign)
	case l2:
		for j, v := range x {
			w.cost[j] = -(v + sign*w.alpha*w.y[j])
		}
		w.minimize(w.cost, w.unit(), nil)
	default:
		for j, v := range w.y {
			w.cost[j] = -sign * v
		}
		w.minimize(w.cost, nil, nil)
	}
	return w.engine.X, w.engine.Infeasible
}

// unit returns the quadratic cost 1 of each candidate, 0 of each slack.
func (w *walk) unit() []float64 {
	ones := make([]float64, len(w.engine.X))
	for j := range w.variables() {
		ones[j] = 1
	}
	return ones
}

// perturb moves x̂, where the entropy has a symmetric maximum and no step moves, a little toward a vertex
// that does not care for symmetry. It helps once: it returns false where x̂ is not the first point.
func (w *walk) perturb() bool {
	if w.iterations > 2 {
		return false
	}
	w.minimize(w.scrambled(), nil, nil)
	for j, v := range w.high {
		w.high[j] = v + 0.1*(w.engine.X[j]-v)
	}
	return true
}

// scrambled returns a cost that does not care for symmetry.
func (w *walk) scrambled() []float64 {
	for j := range w.cost {
		_, w.cost[j] = math.Modf(float64(j+1) * math.Phi)
	}
	return w.cost
}

// draws is how often geometric rounding tries a point.
const draws = 20

// round tries the rounded point and reports whether it is a solution. The largest probability of each cell is what
// is drawn if all digits have the same luck.
func (w *walk) round(x []float64) bool {
	if w.rounding == "half" {
		return w.rounded(w.board, x, w.grid)
	}
	luck := make([]float64, w.f.n)
	for range draws {
		for d := range luck {
			if luck[d] = 1; w.rounding == "geometric" {
				luck[d] = w.rng.ExpFloat64()
			}
		}
		if w.drawn(w.board, x, luck, w.grid) {
			return true
		}
	}
	return false
}

// tell writes the entropy of a point into the trace.
func (w *walk) tell(series string, x []float64) {
	if w.trace != nil {
		w.trace(sudoku.Trace{Series: series, X: float64(w.iterations), Y: belief.Entropy(x)})
	}
}
