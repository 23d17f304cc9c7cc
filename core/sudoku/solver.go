package sudoku

import (
	"context"
	"errors"
	"time"
)

// A Solver finds the solutions of a puzzle. It need not be safe for concurrent use: each worker makes its
// own.
type Solver interface {
	// Solve calls emit with each distinct solution and stops as soon as emit returns false or ctx is done. The
	// grid belongs to the solver again when emit returns.
	//
	// A nil error means that the search is finished: emit asked to stop, or there are no other solutions (a
	// solver whose Info is not Complete returns ErrGaveUp instead of the latter). Otherwise the error is
	// ErrGaveUp, ErrUnsupported or ctx.Err(), possibly wrapped; anything else is a fault of the solver.
	Solve(ctx context.Context, p *Puzzle, emit func(Grid) bool) (Stats, error)
}

// A Seeder is a Solver, Generator or Grader that uses random numbers. Seed is called before each puzzle; the
// same seed and puzzle give the same answer.
type Seeder interface {
	Seed(seed uint64)
}

// A BatchSolver is a Solver that is cheaper when it knows several puzzles at once.
type BatchSolver interface {
	Solver
	// Begin is called before Solve is called with each of the puzzles, in this order unless one is left out. It
	// may work on them until ctx is done; the time that it takes is shared among them.
	Begin(ctx context.Context, puzzles []*Puzzle)
}

// A Limiter is a Solver that wants to know how many solutions emit is going to take, 0 for all. It is told
// once, before the first puzzle.
type Limiter interface {
	Limit(n int)
}

// ErrGaveUp says that an algorithm ended its search without a proof.
var ErrGaveUp = errors.New("gave up")

// ErrUnsupported says that an algorithm cannot take this geometry or these clues.
var ErrUnsupported = errors.New("unsupported")

// Stats says what an answer cost.
type Stats struct {
	Elapsed time.Duration // set by whoever calls the algorithm, with the same clock for all
	Guesses int64         // decisions that the search might have to take back
	Extra   []Measure     // what the algorithm counts beyond: generations, LP solves, evaluations
}

// Measure is a number that an algorithm reports about one answer, with a name in snake_case.
type Measure struct {
	Name  string
	Value float64
}

// Trace is one point of an algorithm's course, for plots: the entropy after a generation or an LP step.
type Trace struct {
	Series string  // "best_entropy"
	X, Y   float64 // generation or step, value
}

// A Tracer is a Solver that can tell its course. The function set by Trace is called during Solve, nil turns
// it off.
type Tracer interface {
	Trace(func(Trace))
}
