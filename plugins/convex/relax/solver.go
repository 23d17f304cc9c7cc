package relax

import (
	"context"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// A strategy is one way to solve: auto or a line of Table I. It works on a board that obeys the puzzle.
type strategy interface {
	// solve emits solutions until emit returns false. Nil means that there are no others or that emit asked to stop.
	solve(r *run) error
}

// Solver solves puzzles of any geometry with one strategy. It keeps the tables of the latest geometry.
type Solver struct {
	settings settings
	frame    *frame
	board    *board
	program  program
	strategy strategy
	trace    func(sudoku.Trace)
}

// run is one call of Solve.
type run struct {
	*Solver
	ctx        context.Context
	puzzle     *sudoku.Puzzle
	emit       func(sudoku.Grid) bool
	iterations int
	nodes      int
	guesses    int64
	extra      []sudoku.Measure
}

func newSolver(s settings) (sudoku.Solver, error) {
	solver := &Solver{settings: s}
	if err := solver.prepare(sudoku.Classic()); err != nil {
		return nil, err
	}
	return solver, nil
}

// Trace sets the function that receives the entropy after each INIT, UP and DOWN, by iteration, and the
// programs solved by tree node.
func (s *Solver) Trace(f func(sudoku.Trace)) { s.trace = f }

// Solve emits solutions. With the variant auto its end is a proof; the lines of Table I give up instead,
// unless a certificate proves the puzzle impossible. Measures: lp_solves, iterations (UP and DOWN), nodes,
// ip_iterations, and for the most probable grid log_probability, dual_gap and certified.
func (s *Solver) Solve(ctx context.Context, p *sudoku.Puzzle,
	emit func(sudoku.Grid) bool) (sudoku.Stats, error) {
	if err := s.prepare(p.Geometry()); err != nil {
		return sudoku.Stats{}, err
	}
	r := run{Solver: s, ctx: ctx, puzzle: p, emit: emit}
	s.program.reset(r.done)
	err := ctx.Err()
	switch {
	case err != nil || !s.board.start(p):
	case s.board.value.Filled() == s.frame.cells:
		emit(s.board.value)
	default:
		err = s.strategy.solve(&r)
	}
	return r.stats(), err
}

// prepare makes the tables of a geometry unless the latest puzzle had the same.
func (s *Solver) prepare(g *sudoku.Geometry) error {
	if s.frame != nil && s.frame.g == g {
		return nil
	}
	s.frame = newFrame(g)
	s.board = newBoard(s.frame)
	s.program = program{model: newModel(s.frame)}
	var err error
	s.strategy, err = newStrategy(s.settings, s.frame, &s.program)
	return err
}

func (r *run) done() bool { return r.ctx.Err() != nil }

func (r *run) stats() sudoku.Stats {
	return sudoku.Stats{Guesses: r.guesses, Extra: append([]sudoku.Measure{
		{Name: "lp_solves", Value: float64(r.program.solves)},
		{Name: "iterations", Value: float64(r.iterations)},
		{Name: "nodes", Value: float64(r.nodes)},
		{Name: "ip_iterations", Value: float64(r.program.steps)},
	}, r.extra...)}
}

// newStrategy makes the strategy that the setting variant names.
func newStrategy(s settings, f *frame, p *program) (strategy, error) {
	switch v := s.Variant; v {
	case "sparse":
		return newSparse(f, 0), nil
	case "reweighted":
		return newSparse(f, s.Reweightings), nil
	case "ilp":
		return newIntegerTree(f, p, s.MaxNodes), nil
	case "auto":
		return newTree(f, p, s)
	case "belief", "sinkhorn", "marginals":
		return newMessages(s, f), nil
	default:
		r, err := newRecipe(v, s)
		return &exploration{walk: newWalk(r, p)}, err
	}
}

// exploration is a line C to F of Table I: the walk alone, on the model after clue elimination.
type exploration struct{ walk *walk }

func (e *exploration) solve(r *run) error {
	e.walk.trace = r.trace
	outcome := e.walk.run(r.board)
	r.iterations = e.walk.iterations
	switch outcome {
	case solved:
		if r.emit(e.walk.grid) {
			return sudoku.ErrGaveUp
		}
	case failed:
		return sudoku.ErrGaveUp
	case stopped:
		return r.ctx.Err()
	}
	return nil
}
