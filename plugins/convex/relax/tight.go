package relax

import (
	"context"
	"fmt"
	"math"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/plugins/convex/interior"
)

// offSolution is the metric: how far the linear relaxation of a puzzle is from its solution s, in cells,
//
//	max { Σ_cells (1 − x_(c, s(c))) : x ∈ P }
//
// the largest probability mass that a point of the polytope can put on wrong digits. It is 0 exactly if P is the
// point s, so that any linear program, whatever its cost, solves the puzzle. It does not depend on how a puzzle is
// written: images have the same. Singles and locked candidates only strike what is 0 in all of P, so what they decide
// is left out of the program without changing the maximum.
const offSolution = "lp_off_solution"

// The labels of the metric.
const (
	labelPoint = "point"
	labelWider = "wider"
)

// pointMass is the mass below which P counts as a point: far below that of any second vertex that was seen (2), far
// above the rounding of the interior points.
const pointMass = 1e-4

// grader measures how tight the relaxation is.
type grader struct{ solver *Solver }

// newGrader returns a grader of lp_off_solution.
func newGrader(s settings) (sudoku.Grader, error) {
	s.Variant, s.Objective = "auto", "any"
	solver, err := newSolver(s)
	if err != nil {
		return nil, err
	}
	return grader{solver.(*Solver)}, nil
}

// Grade measures puzzles with exactly one solution. A full grid, or another puzzle whose solution logic alone finds,
// needs no program.
func (g grader) Grade(ctx context.Context, p *sudoku.Puzzle) ([]sudoku.Grade, error) {
	var solutions []sudoku.Grid
	_, err := g.solver.Solve(ctx, p, func(s sudoku.Grid) bool {
		solutions = append(solutions, s.Clone())
		return len(solutions) < 2
	})
	switch {
	case err != nil:
		return nil, err
	case len(solutions) != 1:
		return nil, fmt.Errorf("measuring the relaxation of a puzzle without or with several solutions: %w",
			sudoku.ErrUnsupported)
	}
	mass, err := g.solver.massOff(ctx, p, solutions[0])
	if err != nil {
		return nil, err
	}
	grade := sudoku.Grade{Metric: offSolution, Value: mass, Label: labelWider}
	if mass == 0 {
		grade.Label = labelPoint
	}
	return []sudoku.Grade{grade}, nil
}

// massOff returns the largest mass off the only solution of p, rounded to a millionth; below pointMass 0.
func (s *Solver) massOff(ctx context.Context, p *sudoku.Puzzle, solution sudoku.Grid) (float64, error) {
	if !s.board.start(p) || !s.board.conclude() || s.board.solved() {
		return 0, nil
	}
	s.program.reset(func() bool { return ctx.Err() != nil })
	s.program.open(s.board)
	cost := make([]float64, s.program.variables())
	for j := range cost {
		if solution[s.program.cell[j]] == s.program.digit[j] {
			cost[j] = 1
		}
	}
	if status := s.program.minimize(cost, nil, nil); s.program.interrupted {
		return 0, ctx.Err()
	} else if status != interior.Optimal {
		return 0, fmt.Errorf("measuring the relaxation: the linear program ended %s: %w", status, sudoku.ErrGaveUp)
	}
	mass := float64(len(s.program.cells))
	for j, c := range cost {
		mass -= c * s.program.engine.X[j]
	}
	if mass < pointMass {
		return 0, nil
	}
	return math.Round(mass*1e6) / 1e6, nil
}

// bound turns any y into statements about the grids of a model. For costs c (all 0 when only existence
// matters) every grid x satisfies A x = 1 and holds one digit in each cell, so that
//
//	cᵀx = yᵀ1 + (c − Aᵀy)ᵀx ≥ L(y) = yᵀ1 + Σ_cells min_d (c − Aᵀy)_(cell,d) + Σ_slacks min(0, −Aᵀy)
//
// whatever y is: it need not be dual feasible, nor exact. Three conclusions:
//
//	c = 0 and L(y) > 0           there is no grid (Farkas)
//	L(y) ≥ the best cost known   there is no better grid
//	L(y) + r_j − min_d r > best  no better grid holds candidate j, r = c − Aᵀy (dual elimination)
//
// with best = 0 for c = 0. The sums are compared with a margin far above their rounding errors.
type bound struct {
	*program
	cost  []float64 // nil for c = 0
	best  float64   // cost of the best grid known, 0 for c = 0
	least []float64 // smallest reduced cost of each open cell
	value float64   // L(y) − margin
}

// Margins of the certificates: absolute, and relative to Σ|y|.
const (
	absoluteMargin = 1e-8
	relativeMargin = 1e-10
)

// prepare makes the bound speak of the program's model with costs c, nil for none.
func (b *bound) prepare(p *program, cost []float64) { b.program, b.cost, b.best = p, cost, 0 }

// evaluate computes L(y) for the engine's current y.
func (b *bound) evaluate(e *interior.Engine) {
	sum, size := 0.0, 0.0
	for _, v := range e.Y {
		sum += v
		size += max(v, -v)
	}
	b.least = make([]float64, len(b.cells))
	for i := range b.cells {
		first := b.at[i]
		least := b.reduced(e, first)
		for j := first + 1; j < b.at[i+1]; j++ {
			least = min(least, b.reduced(e, j))
		}
		b.least[i] = least
		sum += least
	}
	for _, v := range e.ATY[b.variables():] {
		sum += min(0, -v)
	}
	b.value = sum - absoluteMargin - relativeMargin*size
}

// reduced returns the reduced cost of a candidate.
func (b *bound) reduced(e *interior.Engine, j int32) float64 {
	if b.cost == nil {
		return -e.ATY[j]
	}
	return b.cost[j] - e.ATY[j]
}

// refutes reports whether y proves that no grid is better than best.
func (b *bound) refutes(e *interior.Engine) bool {
	b.evaluate(e)
	return b.value > b.best
}

// eliminate calls strike with each candidate that, by the latest evaluation, no grid better than best holds, and with
// the least cost of a grid that holds it.
func (b *bound) eliminate(e *interior.Engine, strike func(j int32, least float64)) {
	for i := range b.cells {
		for j := b.at[i]; j < b.at[i+1]; j++ {
			if least := b.value + b.reduced(e, j) - b.least[i]; least > b.best {
				strike(j, least)
			}
		}
	}
}

// sparse is line A of Table I, after Babu et al. 2010: minimise ‖x‖₁ subject to A x = 1 (6), where x may be
// negative, and its re-weighting, minimise Σ w|x| with w = 1/(|x| + ε) from the minimum before.
//
// Since x is free, a clue excludes nothing: it fixes its own variable to 1, and the others of its cell need
// only sum to 0. The LP splits x = p − m:
//
//	minimise wᵀ(p + m)  subject to  A p − A m = 1 − A x_clues,  p, m ≥ 0
type sparse struct {
	model        *model
	empty        *board
	engine       interior.Engine
	a            interior.Matrix
	free         []int32 // variables of the model that are not fixed
	fixed        []float64
	x, weight    []float64
	rhs          []float64
	grid         sudoku.Grid
	reweightings int
}

// sparsity is ε of the re-weighting: how small an entry must be to count as nearly zero.
const sparsity = 0.1

// newSparse returns a solver of line A, with so many reweightings.
func newSparse(f *frame, reweightings int) *sparse {
	s := &sparse{model: newModel(f), empty: newBoard(f), grid: make(sudoku.Grid, f.cells), reweightings: reweightings}
	s.empty.reset()
	s.model.build(s.empty)
	s.x, s.weight = make([]float64, f.candidates), make([]float64, f.candidates)
	s.fixed, s.rhs = make([]float64, s.model.a.Cols()), make([]float64, s.model.a.Rows)
	return s
}

// solve minimises the norm, and emits the rounded point if it is a grid.
func (s *sparse) solve(r *run) error {
	s.load(r.puzzle)
	setOnes(s.weight)
	for range s.reweightings + 1 {
		if s.minimize(r.done) == interior.Stopped {
			return r.ctx.Err()
		}
		r.program.solves++
		r.program.steps += s.engine.Iterations
		if s.model.rounded(s.empty, s.x, s.grid) {
			if r.emit(s.grid) {
				return sudoku.ErrGaveUp
			}
			return nil
		}
		for j, v := range s.x {
			s.weight[j] = 1 / (math.Abs(v) + sparsity)
		}
	}
	return sudoku.ErrGaveUp
}

// load builds the LP of a puzzle: its columns are p and m of each free variable in turn, then the slacks.
func (s *sparse) load(p *sudoku.Puzzle) {
	m := s.model
	s.a.Reset(m.a.Rows)
	s.free = s.free[:0]
	clear(s.fixed)
	for j := range m.a.Cols() {
		rows := m.a.Row[m.a.Start[j]:m.a.Start[j+1]]
		switch {
		case j >= len(s.x):
			s.a.AddColumn(rows...)
		case p.Givens()[m.cell[j]] == m.digit[j]:
			s.fixed[j] = 1
		case p.Givens()[m.cell[j]] != 0 || p.Allowed(int(m.cell[j])).Has(int(m.digit[j])):
			s.free = append(s.free, int32(j))
			s.a.AddColumn(rows...)
			s.a.AddColumn()
			for _, row := range rows {
				s.a.AddEntry(row, -1)
			}
		}
	}
	s.engine.Load(&s.a)
	m.a.Times(s.fixed, s.rhs)
}

// minimize solves the LP for the current weights, until done says otherwise, and sets x.
func (s *sparse) minimize(done func() bool) interior.Status {
	e := &s.engine
	for i, v := range s.rhs {
		e.B[i], e.Y[i] = 1-v, 0
	}
	for j := range e.X {
		e.X[j], e.Z[j], e.C[j] = 1, 1, 0
	}
	for i, j := range s.free {
		for k := 2 * i; k < 2*i+2; k++ {
			e.C[k], e.Z[k] = s.weight[j], s.weight[j]
		}
	}
	status := e.Minimize(done)
	copy(s.x, s.fixed)
	for i, j := range s.free {
		s.x[j] = e.X[2*i] - e.X[2*i+1]
	}
	return status
}
