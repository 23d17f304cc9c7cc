package relax

import (
	"slices"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/plugins/convex/interior"
)

// tree is the strategy auto: a complete search whose nodes are boards. A node draws logical conclusions,
// solves one program for an interior point x, and then is refuted by a certificate, or loses candidates to
// dual elimination and starts again, or branches on a cell. Where the root has nothing left to eliminate, the
// walk of line C with one UP looks for a solution before the first branch.
type tree struct {
	*run
	node
	walk   *walk // nil for ilp
	walked bool
	limit  int // nodes at most, 0 = any number

	order    *ordered      // emit all grids, the most probable first; nil: in any order
	optimise bool          // emit a most probable grid first
	refused  bool          // emit asked to stop
	known    []sudoku.Grid // solutions found at the nodes above: their subtrees hold them again
}

// newTree returns the search of variant auto.
func newTree(f *frame, p *program, s settings) (*tree, error) {
	r, err := newRecipe("C", s)
	r.ups = min(r.ups, 1)
	t := &tree{walk: newWalk(r, p), node: newNode(f, p), optimise: s.Objective == "most_probable"}
	t.take = t.found
	if s.Objective == "in_order" {
		t.order = &ordered{t: t}
	}
	return t, err
}

// newIntegerTree makes line B of Table I, binary integer programming as Matlab's bintprog does it: LP relaxations of
// the model after clue elimination, branching on the variable nearest to one half, no logic, no elimination, no walk.
func newIntegerTree(f *frame, p *program, limit int) *tree {
	t := &tree{node: newNode(f, p), limit: limit}
	t.take, t.plain = t.found, true
	return t
}

// solve searches the whole tree, so that its end is a proof.
func (t *tree) solve(r *run) error {
	t.run, t.known, t.refused, t.walked = r, t.known[:0], false, t.walk == nil
	defer func() { t.run = nil }()
	if t.walk != nil {
		t.walk.trace, t.walk.iterations = r.trace, 0
	}
	finished := true
	switch {
	case t.order != nil:
		finished = t.order.all(r.board)
	case t.optimise:
		finished = t.mostProbable() && t.visit(r.board, 0)
	default:
		finished = t.visit(r.board, 0)
	}
	if t.walk != nil {
		r.iterations = t.walk.iterations
	}
	switch {
	case finished || t.refused:
		return nil
	case t.exceeds(r.nodes):
		return sudoku.ErrGaveUp
	}
	return r.ctx.Err()
}

// exceeds reports whether the search has more nodes than its limit.
func (t *tree) exceeds(nodes int) bool { return t.limit > 0 && nodes > t.limit }

// visit emits all solutions of a board but the known ones. It returns false when the search must stop.
func (t *tree) visit(b *board, depth int) bool {
	mark := len(t.known)
	t.nodes++
	finished := t.exhaust(b, depth)
	t.known = t.known[:mark]
	return finished
}

// exhaust searches below a board and reports whether all grids there were emitted.
func (t *tree) exhaust(b *board, depth int) bool {
	for {
		if !t.conclude(b) {
			return true
		}
		if b.solved() {
			return t.found(b.value)
		}
		state := t.examine(b)
		if t.trace != nil {
			t.trace(sudoku.Trace{Series: "lp_solves", X: float64(t.nodes), Y: float64(t.solves)})
		}
		if depth == 0 && t.goal.active && t.guesses == 0 {
			t.goal.root = max(t.goal.root, t.bound.value+t.goal.base)
		}
		switch state {
		case refuted:
			return true
		case halted:
			return false
		case shrunk:
			continue
		}
		if t.interrupted || t.exceeds(t.nodes) || !t.explore(b) || !t.branch(b, depth) {
			return false
		}
	}
}

// conclude draws the conclusions of logic. The plain tree draws none until only one candidate is left everywhere.
func (t *tree) conclude(b *board) bool {
	if t.plain && b.left() > b.f.cells {
		return b.possible()
	}
	return b.conclude()
}

// explore takes the walk once, at the first board that examine cannot shrink.
func (t *tree) explore(b *board) bool {
	if t.walked || len(t.known) > 0 {
		return true
	}
	t.walked = true
	if t.walk.explore(b, t.x) == solved {
		return t.found(t.walk.grid)
	}
	return true
}

// branch searches the board with one more cell decided, and takes that candidate from the board. An
// impossible board is left for conclude to find.
func (t *tree) branch(b *board, depth int) bool {
	c, d := t.choose()
	child := b.clone()
	t.guesses++
	if child.assign(c, d) && !t.visit(child, depth+1) {
		return false
	}
	b.strike(c, d)
	return true
}

// found emits a solution unless it is known, or offers it to the objective, and returns whether to go on.
func (t *tree) found(g sudoku.Grid) bool {
	if t.goal.active {
		t.goal.offer(g)
		return true
	}
	if slices.ContainsFunc(t.known, func(k sudoku.Grid) bool { return slices.Equal(k, g) }) {
		return true
	}
	t.known = append(t.known, g.Clone())
	t.refused = !t.emit(g)
	return !t.refused
}

// mostProbable searches a most probable grid, emits it and returns whether to go on with the others. Where the
// search does not end, the best grid so far is emitted, and the measures say how far it may be from the best.
func (t *tree) mostProbable() bool {
	t.goal.begin(t.puzzle)
	walked := t.walked
	t.walked = true
	finished := t.visit(t.run.board.clone(), 0)
	t.walked, t.goal.active = walked, false
	t.extra = t.goal.measures(finished)
	return (!t.goal.found || t.found(t.goal.grid)) && finished
}

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
}

const snap = 1e-5

// minimize returns x + z for the step of w at x, and by how much a row is missed there.
func (s *split) minimize(w *walk, x []float64, sign float64) (next []float64, off float64) {
	s.target = make([]float64, len(x))
	for j, v := range x {
		s.target[j] = v + sign*w.alpha*w.y[j]
	}
	s.build(w.model)
	s.begin(w.model)
	w.inner = nil
	s.engine.Minimize(w.watch)
	w.solves++
	w.steps += s.engine.Iterations
	next = slices.Clone(s.engine.X[:len(x)])
	for j, v := range s.second {
		if v >= 0 {
			next[j] += s.engine.X[v]
		}
	}
	return next, s.engine.Infeasible
}

// bends reports whether an entry is clearly between 0 and 1.
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
