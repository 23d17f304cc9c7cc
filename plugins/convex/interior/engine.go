package interior

import "math"

// Status says how a minimisation ended. A value proves something only after "optimal".
type Status uint8

// The ways to end.
const (
	Optimal Status = iota // residuals and duality gap are within the tolerances
	Stopped               // the caller's watch asked to stop
	Stalled               // the numbers do not suffice, or too many iterations; nothing is known
)

// String returns "optimal", "stopped" or "stalled". Only an optimal end proves anything.
func (s Status) String() string { return [...]string{"optimal", "stopped", "stalled"}[s] }

// Tolerances of an optimal point: the largest absolute residual of a row or column, and the gap xᵀz relative
// to 1 + |cᵀx|. Where the gap is closed and the residual of the rows no longer shrinks, looseTolerance
// suffices: skipped pivots can leave that much.
const (
	rowTolerance    = 1e-10
	looseTolerance  = 1e-8
	columnTolerance = 1e-9
	gapTolerance    = 1e-9
	maxIterations   = 60
	longestStep     = 0.9999 // share of the way to the boundary
	leastStep       = 1e-9
)

// Engine minimises over the columns of one Matrix at a time. X, Y and Z hold the current point; the caller sets
// them before Minimize (X and Z positive) and reads them afterwards. An Engine is not safe for concurrent use.
type Engine struct {
	X, Z []float64 // one a column
	Y    []float64 // one a row
	ATY  []float64 // Aᵀ Y at the current point
	B, C []float64 // right-hand side and linear cost
	Q    []float64 // diagonal of the quadratic cost; nil for an LP

	Most         int     // iterations of a Minimize at most; 0: maxIterations
	Iterations   int     // of the latest Minimize
	Infeasible   float64 // largest |b − A x| at the current point
	Gap          float64 // xᵀz at the current point
	dualResidual float64
	linear       float64 // cᵀx
	scale        float64 // largest |c|

	a       *Matrix
	factor  cholesky
	rp, rd  []float64
	d, g    []float64
	inverse []float64 // 1/x
	step    direction // the corrector's direction; its dx and dz first hold the predictor's
	rc      []float64
}

// direction is a step in x, y and z.
type direction struct{ dx, dy, dz []float64 }

// Load makes room for the problems min cᵀx + ½xᵀQx, A x = b, x ≥ 0 and orders the rows of a, which must not
// change until the next Load. The values of X, Y, Z, B and C are undefined until the caller sets them.
func (e *Engine) Load(a *Matrix) {
	m, n := a.Rows, a.Cols()
	e.a = a
	e.factor.load(a)
	for _, v := range []*[]float64{&e.X, &e.Z, &e.ATY, &e.C, &e.rd, &e.d, &e.g, &e.inverse, &e.rc, &e.step.dx,
		&e.step.dz} {
		*v = resize(*v, n)
	}
	for _, v := range []*[]float64{&e.Y, &e.B, &e.rp, &e.step.dy} {
		*v = resize(*v, m)
	}
	e.Q = nil
}

// Minimize iterates from the current point until it is optimal, until watch, called before each iteration
// when it is not nil, returns true, or until nothing more is gained.
func (e *Engine) Minimize(watch func() bool) Status {
	step, before, most := 1.0, math.Inf(1), maxIterations
	if e.Most > 0 {
		most = e.Most
	}
	e.scale = largest(e.C)
	for e.Iterations = 0; ; e.Iterations++ {
		e.residuals()
		if watch != nil && watch() {
			return Stopped
		}
		if e.closed() && (e.Infeasible <= rowTolerance || e.Infeasible > before/2) {
			return e.ended()
		}
		if e.Iterations == most || step < leastStep || !isFinite(e.Gap) {
			e.restore()
			return Stalled
		}
		before = e.Infeasible
		step = e.iterate()
	}
}

// ended returns the status of an optimisation that makes no more progress: optimal if its point is nearly feasible.
func (e *Engine) ended() Status {
	e.restore()
	if e.Infeasible <= looseTolerance {
		return Optimal
	}
	return Stalled
}

// restore moves X back onto the rows, A x = b, where the steps of a nearly singular factorisation have left it beside
// them: the nearest point when each entry is measured by its own size, which keeps X positive and small entries small.
// The weights x span fewer magnitudes than x/z, so that this system still has the digits that the step's has lost.
func (e *Engine) restore() {
	for range restorations {
		if e.Infeasible <= rowTolerance || !isFinite(e.Gap) {
			return
		}
		copy(e.d, e.X)
		e.factor.factorize(e.d)
		copy(e.step.dy, e.rp)
		e.factor.solve(e.step.dy)
		e.a.TransposeTimes(e.step.dy, e.step.dx)
		for j, aty := range e.step.dx {
			e.X[j] = max(e.X[j]*(1+aty), e.X[j]*(1-longestStep))
		}
		e.residuals()
	}
}

// restorations is how often restore corrects the point at most: each time removes the rounding errors of the one
// before.
const restorations = 4

// isFinite reports whether v is neither NaN nor infinite.
func isFinite(v float64) bool { return v-v == 0 }

// residuals computes rp, rd, Aᵀy and the duality gap xᵀz at the current point.
func (e *Engine) residuals() {
	e.a.Times(e.X, e.rp)
	e.Infeasible = 0
	for i, ax := range e.rp {
		e.rp[i] = e.B[i] - ax
		e.Infeasible = max(e.Infeasible, e.rp[i], -e.rp[i])
	}
	e.a.TransposeTimes(e.Y, e.ATY)
	e.Gap, e.dualResidual, e.linear = 0, 0, 0
	for j, x := range e.X {
		c, z := e.C[j], e.Z[j]
		r := c - e.ATY[j] - z
		if e.Q != nil {
			r += e.Q[j] * x
		}
		e.rd[j] = r
		e.dualResidual = max(e.dualResidual, r, -r)
		e.Gap += x * z
		e.linear += c * x
	}
}

// closed reports whether the point is dual feasible and complementary.
func (e *Engine) closed() bool {
	return e.dualResidual <= columnTolerance*(1+e.scale) && e.Gap <= gapTolerance*(1+math.Abs(e.linear))
}

// largest returns the largest absolute value.
func largest(v []float64) float64 {
	most := 0.0
	for _, x := range v {
		most = max(most, x, -x)
	}
	return most
}

// iterate makes one predictor-corrector step and returns the smaller of its two step lengths.
func (e *Engine) iterate() float64 {
	for j, x := range e.X {
		inverse, z := 1/x, e.Z[j]
		e.inverse[j], e.rc[j] = inverse, -x*z
		if e.Q == nil {
			e.d[j] = x / z
		} else {
			e.d[j] = 1 / (e.Q[j] + z*inverse)
		}
	}
	e.factor.factorize(e.d)
	e.solve()
	primal, dual := e.lengths(1)
	e.aim(primal, dual)
	e.solve()
	primal, dual = e.lengths(longestStep)
	e.move(primal, dual)
	return min(primal, dual)
}

// solve computes the direction for the right-hand side rc, rp, rd.
func (e *Engine) solve() {
	s := &e.step
	g, d, inverse := e.g[:len(s.dx)], e.d[:len(s.dx)], e.inverse[:len(s.dx)]
	for j := range s.dx {
		g[j] = e.rc[j]*inverse[j] - e.rd[j]
		s.dx[j] = d[j] * g[j]
	}
	e.a.Times(s.dx, s.dy)
	for i, r := range e.rp {
		s.dy[i] = r - s.dy[i]
	}
	e.factor.solve(s.dy)
	e.a.TransposeTimes(s.dy, s.dx)
	for j, aty := range s.dx {
		dx := d[j] * (aty + g[j])
		s.dx[j], s.dz[j] = dx, (e.rc[j]-e.Z[j]*dx)*inverse[j]
	}
}

// lengths returns how far x and z can go along the direction, at most 1, times share where the boundary is
// nearer. With a quadratic cost the two must be equal.
func (e *Engine) lengths(share float64) (primal, dual float64) {
	primal, dual = 1, 1
	for j, dx := range e.step.dx {
		if x := e.X[j]; share*x < -primal*dx {
			primal = -share * x / dx
		}
		if z := e.Z[j]; share*z < -dual*e.step.dz[j] {
			dual = -share * z / e.step.dz[j]
		}
	}
	if e.Q != nil {
		primal = min(primal, dual)
		dual = primal
	}
	return primal, dual
}

// aim sets rc for the corrector after the predictor could go this far.
func (e *Engine) aim(primal, dual float64) {
	s, after := &e.step, 0.0
	for j, x := range e.X {
		after += (x + primal*s.dx[j]) * (e.Z[j] + dual*s.dz[j])
	}
	ratio := after / e.Gap
	target := ratio * ratio * ratio * e.Gap / float64(len(e.X))
	target = max(target, 0.01*(1-primal)*e.Infeasible)
	for j := range e.rc {
		e.rc[j] += target - s.dx[j]*s.dz[j]
	}
}

// move takes steps of these lengths along the directions.
func (e *Engine) move(primal, dual float64) {
	for j := range e.X {
		e.X[j] += primal * e.step.dx[j]
		e.Z[j] += dual * e.step.dz[j]
	}
	for i := range e.Y {
		e.Y[i] += dual * e.step.dy[i]
	}
}
