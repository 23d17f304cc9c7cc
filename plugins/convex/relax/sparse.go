package relax

import (
	"math"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/plugins/convex/interior"
)

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

func newSparse(f *frame, reweightings int) *sparse {
	s := &sparse{model: newModel(f), empty: newBoard(f), grid: make(sudoku.Grid, f.cells),
		reweightings: reweightings}
	s.empty.reset()
	s.model.build(s.empty)
	s.x, s.weight = make([]float64, f.candidates), make([]float64, f.candidates)
	s.fixed, s.rhs = make([]float64, s.model.a.Cols()), make([]float64, s.model.a.Rows)
	return s
}

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
