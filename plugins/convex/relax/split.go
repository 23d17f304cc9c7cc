package relax

import "github.com/sudokuctl/sudokuctl/plugins/convex/interior"

// split solves the l1 form of (14), minimise ‖x − t‖₁ over the polytope with t = x̂ ± αy, as an LP. Where 0 <
// t < 1 the distance bends at t, and x = u + v with
//
//	cost −1 for u,  cost +1 for v,  one more row u + s = t
//
// Elsewhere it is linear on [0, 1]: slope +1 for t ≤ 0, −1 for t ≥ 1. Bounds nearer than snap to 0 or 1 are
// taken as these: rows with so small a right-hand side harm the interior point more than they matter.
type split struct {
	engine interior.Engine
	a      interior.Matrix
	target []float64
	second []int32 // column of v for each candidate, −1 where it is not split
	x      []float64
}

const snap = 1e-5

// minimize returns x + z for the step of w at x, and by how much a row is missed there.
func (s *split) minimize(w *walk, x []float64, sign float64) (next []float64, off float64) {
	s.target = resize(s.target, len(x))
	for j, v := range x {
		s.target[j] = v + sign*w.alpha*w.y[j]
	}
	s.build(w.model)
	s.begin(w.model)
	w.inner = nil
	s.engine.Minimize(w.watching)
	w.solves++
	w.steps += s.engine.Iterations
	s.x = resize(s.x, len(x))
	copy(s.x, s.engine.X)
	for j, v := range s.second {
		if v >= 0 {
			s.x[j] += s.engine.X[v]
		}
	}
	return s.x, s.engine.Infeasible
}

func bends(t float64) bool { return t > snap && t < 1-snap }

// build makes the matrix: u or x for each candidate, the model's slacks, then v and s of each split candidate.
func (s *split) build(m *model) {
	rows := int32(m.a.Rows)
	extra := 0
	for _, t := range s.target {
		if bends(t) {
			extra++
		}
	}
	s.a.Reset(m.a.Rows + extra)
	for j := range m.a.Cols() {
		if j < len(s.target) && bends(s.target[j]) {
			s.a.AddColumnOf(&m.a, j, rows)
			rows++
		} else {
			s.a.AddColumnOf(&m.a, j)
		}
	}
	s.second, rows = s.second[:0], int32(m.a.Rows)
	for j, t := range s.target {
		if !bends(t) {
			s.second = append(s.second, -1)
			continue
		}
		s.second = append(s.second, int32(s.a.Cols()))
		s.a.AddColumnOf(&m.a, j)
		s.a.AddColumn(rows)
		rows++
	}
}

// begin sets right-hand side, costs and the starting point.
func (s *split) begin(m *model) {
	e := &s.engine
	e.Load(&s.a)
	setOnes(e.B[:m.a.Rows])
	clear(e.Y)
	for j := range e.X {
		e.X[j], e.C[j], e.Z[j] = 1/float64(m.f.n), 0, 1
	}
	row := m.a.Rows
	for j, t := range s.target {
		e.C[j], e.Z[j] = 1, 2
		if t > snap {
			e.C[j], e.Z[j] = -1, 1
		}
		if v := s.second[j]; v >= 0 {
			e.C[v], e.Z[v] = 1, 2
			e.B[row] = t
			row++
		}
	}
}
