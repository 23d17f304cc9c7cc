package sudoku

import (
	"context"
	"errors"
	"time"
)

// A Solver finds the solutions of a puzzle. It need not be safe for concurrent use: each worker makes its own.
type Solver interface {
	// Solve calls emit with each distinct solution and stops as soon as emit returns false or ctx is done. The grid
	// belongs to the solver again when emit returns.
	//
	// A nil error means that the search is finished: emit asked to stop, or there are no other solutions (a solver
	// whose Info is not Complete returns ErrGaveUp instead of the latter). Otherwise the error is ErrGaveUp,
	// ErrUnsupported or ctx.Err(), possibly wrapped; anything else is a fault of the solver.
	Solve(ctx context.Context, p *Puzzle, emit func(Grid) bool) (Stats, error)
}

// A Seeder is a Solver, Generator or Grader that uses random numbers. Seed is called before each puzzle; the same
// seed and puzzle give the same answer.
type Seeder interface {
	Seed(seed uint64)
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

// A Tracer is a Solver that can tell its course. The function set by Trace is called during Solve, nil turns it off.
type Tracer interface {
	Trace(func(Trace))
}
