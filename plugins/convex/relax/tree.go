package relax

import (
	"slices"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
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

	order    *ordered // emit all grids, the most probable first; nil: in any order
	optimise bool     // emit a most probable grid first
	copy     *board   // on which it is searched
	refused  bool     // emit asked to stop
	levels   []*board
	known    []sudoku.Grid // solutions found at the nodes above: their subtrees hold them again
}

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

// newIntegerTree makes line B of Table I, binary integer programming as Matlab's bintprog does it: LP
// relaxations of the model after clue elimination, branching on the variable nearest to one half, no logic,
// no elimination, no walk.
func newIntegerTree(f *frame, p *program, limit int) *tree {
	t := &tree{node: newNode(f, p), limit: limit}
	t.take, t.plain = t.found, true
	return t
}

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

func (t *tree) exceeds(nodes int) bool { return t.limit > 0 && nodes > t.limit }

// visit emits all solutions of a board but the known ones. It returns false when the search must stop.
func (t *tree) visit(b *board, depth int) bool {
	mark := len(t.known)
	t.nodes++
	finished := t.exhaust(b, depth)
	t.known = t.known[:mark]
	return finished
}

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
	for len(t.levels) <= depth {
		t.levels = append(t.levels, newBoard(b.f))
	}
	child := t.levels[depth]
	child.copyFrom(b)
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
	for _, k := range t.known {
		if slices.Equal(k, g) {
			return true
		}
	}
	if len(t.known) < cap(t.known) {
		t.known = t.known[:len(t.known)+1]
	} else {
		t.known = append(t.known, nil)
	}
	last := &t.known[len(t.known)-1]
	*last = append((*last)[:0], g...)
	t.refused = !t.emit(g)
	return !t.refused
}

// mostProbable searches a most probable grid, emits it and returns whether to go on with the others. Where the
// search does not end, the best grid so far is emitted, and the measures say how far it may be from the best.
func (t *tree) mostProbable() bool {
	if t.copy == nil {
		t.copy = newBoard(t.frame)
	}
	t.copy.copyFrom(t.run.board)
	t.goal.begin(t.puzzle)
	walked := t.walked
	t.walked = true
	finished := t.visit(t.copy, 0)
	t.walked, t.goal.active = walked, false
	t.extra = t.goal.measures(finished)
	return (!t.goal.found || t.found(t.goal.grid)) && finished
}
