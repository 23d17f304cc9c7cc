package evolve

import (
	"context"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Solver is one worker's genetic algorithm.
type Solver struct {
	settings settings // resolved
	seed     uint64
	trace    func(sudoku.Trace)
	layout   *layout // of the geometry of the last puzzle
}

// New makes a solver from resolved settings, see Spec.
func newSolver(s settings) (sudoku.Solver, error) { return &Solver{settings: s.resolved()}, nil }

// Seed sets the seed of the next puzzle.
func (s *Solver) Seed(seed uint64) { s.seed = seed }

// Trace sets the function that gets the best and mean entropy of the generations; nil turns it off.
func (s *Solver) Trace(f func(sudoku.Trace)) { s.trace = f }

// Solve searches until emit asks to stop, ctx is done or a limit of the settings is reached. It proves
// nothing: short of a stop by emit it ends with sudoku.ErrGaveUp, also for a puzzle whose contradiction or
// only solution propagation has found.
func (s *Solver) Solve(
	ctx context.Context, p *sudoku.Puzzle, emit func(sudoku.Grid) bool,
) (sudoku.Stats, error) {
	if err := ctx.Err(); err != nil {
		return sudoku.Stats{}, err
	}
	if s.layout == nil || s.layout.geometry.Shape() != p.Geometry().Shape() {
		s.layout = newLayout(p.Geometry())
	}
	problem, err := newProblem(s.layout, p, &s.settings)
	if err != nil {
		return sudoku.Stats{}, err
	}
	if problem == nil {
		return sudoku.Stats{}, sudoku.ErrGaveUp
	}
	r := newRun(ctx, problem, s.settings, s.seed, emit)
	r.trace = s.trace
	r.search()
	return r.stats(), r.err()
}

// search runs the variant, unless propagation has left nothing to choose.
func (r *run) search() {
	if len(r.units) == 0 {
		r.spend(1)
		r.note(r.filled, r.score(r.filled))
		return
	}
	if r.Variant == paperVariant {
		evolvePaper(r)
		return
	}
	evolveMemetic(r)
}
