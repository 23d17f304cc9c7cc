package sudoku

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/sudokuctl/sudokuctl/core/sudoku/constraint"
)

// A Solver finds the solutions of a puzzle. It need not be safe for concurrent use: each worker makes its own.
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

// ErrGaveUp says that an algorithm ended its search without a proof.
var ErrGaveUp = errors.New("gave up")

// ErrUnsupported says that an algorithm cannot take this geometry or these clues.
var ErrUnsupported = errors.New("unsupported")

// ErrCrashed says that the program behind an algorithm died of a puzzle. It is for algorithms that run a program of
// their own; if the plugin itself dies, the host finds out.
var ErrCrashed = errors.New("crashed")

// Stats are the costs of an answer. They are claims of the algorithm, apart from Elapsed, and are stored and compared
// as such.
type Stats struct {
	Elapsed time.Duration // set by the caller of the algorithm, with the same clock for all
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

// A Tracer is a Solver that reports the course of its search. The function set by Trace is called during Solve, nil
// turns it off.
type Tracer interface {
	Trace(func(Trace))
}

// A Grader measures a puzzle. It need not be safe for concurrent use.
type Grader interface {
	// Grade returns one Grade for each metric that it declares and that makes sense for p: metrics that do not
	// apply are left out. ErrUnsupported means that none applies.
	Grade(ctx context.Context, p *Puzzle) ([]Grade, error)
}

// Grade is the value of one metric for one puzzle, with a word for it if the metric has words.
type Grade struct {
	Metric string
	Value  float64
	Label  string // "" or a name such as "4" (maji_level) or "Hard" (hodoku)
}

// Metric declares a measure of a grader. Values outside the declared range are refused by the host.
type Metric struct {
	Name           string  // snake_case, unique among all plugins: "information_entropy"
	Unit           string  // "" for a pure number
	Min, Max       float64 // range; Max may be +Inf
	HigherIsHarder bool
	Source         string // paper and equation, or program and version
	Summary        string // one line for people
	// Labels are the words that labels are made of: a label is one of them, or several joined by commas. Nil if
	// there are none or they cannot be listed.
	Labels []string
	// Alone is nil, or settings of the grader under which it measures this metric sooner because it leaves out
	// others. The values stay the same.
	Alone map[string]any
	// Ceiling is "", or a setting with a number: beside Alone, a value above 0 tells the grader to stop as soon
	// as this metric is sure to be that value or more. It then grades with the metric Bound instead, with a
	// number that this metric does not fall below.
	Ceiling string
	Bound   string // a declared metric; "" if Ceiling is ""
}

// A Generator makes puzzles to order. The host verifies that each fits the order and, unless several are allowed, has
// one solution.
type Generator interface {
	// Generate calls emit with each puzzle that fits the order until emit returns false, o.Count puzzles were
	// made or ctx is done; with o.Count 0 only the first and the last end it. The same order, seed included, makes
	// the same puzzles. A nil error means that the order is fulfilled, ErrGaveUp that it made fewer puzzles.
	Generate(ctx context.Context, o Order, emit func(*Puzzle) bool) (Stats, error)
}

// Order says which puzzles are wanted. The zero value of a field means: any.
type Order struct {
	Geometry *Geometry
	// Count is how many puzzles are made; 0 means without end, until emit returns false. The host orders so when it
	// looks for puzzles in the range of a metric. The loop of a generator begins: for made := 0; o.Count == 0 || made <
	// o.Count; made++.
	Count         int
	CluesMin      int
	CluesMax      int     // 0 = no upper limit
	Symmetry      string  // name of a pattern symmetry, see SymmetryNames
	Pattern       []bool  // nil, or for each cell whether it must hold a given
	Minimal       bool    // no given can be left out
	Difficulty    float64 // n in [0,1] of the papers' experiments: the share of removable givens that is removed
	HasDifficulty bool
	AllowMultiple bool // remove givens without checking uniqueness (the papers' experiments only)
	Seed          uint64
	// Metric is a metric of which a range is wanted, one of Info.Aims. Unless that Aim is exact, the generator
	// leaves out what is surely outside, may make others that are, and the caller has to measure.
	Metric    string
	MetricMin float64 // inclusive
	MetricMax float64 // exclusive
	// Near is nil, or a puzzle with one solution whose neighbours are wanted: puzzles with the same solution that differ
	// in a few givens; the other fields hold for them. Only a generator that declares Info.Neighbours gets such an order.
	Near *Puzzle
	// Constraints are those that the puzzles are to have. Only a generator that declares Info.Clauses gets such an order.
	Constraints []constraint.Wanted
}

// Check returns why no generator can fulfil an order, or nil.
func (o *Order) Check() error {
	cells, most := o.Geometry.Cells(), o.CluesMax
	if most == 0 {
		most = cells
	}
	var err error
	if o.Symmetry != "" {
		_, err = o.Geometry.SymmetryMap(o.Symmetry)
	}
	if err == nil && o.Constraints != nil {
		_, err = o.Geometry.Board()
	}
	switch {
	case err != nil:
		return err
	case o.CluesMin > most || most > cells || o.CluesMin < 0:
		return fmt.Errorf("%d to %d clues in %d cells", o.CluesMin, most, cells)
	case o.Geometry.IsClassic() && most < 17 && !o.AllowMultiple && o.Constraints == nil:
		return fmt.Errorf("%d clues at most, but no 9×9 puzzle with one solution has fewer than 17", most)
	case o.HasDifficulty && !(o.Difficulty >= 0 && o.Difficulty <= 1):
		return fmt.Errorf("difficulty %v is not between 0 and 1", o.Difficulty)
	case o.Pattern != nil && len(o.Pattern) != cells:
		return fmt.Errorf("a pattern of %d cells for %d", len(o.Pattern), cells)
	case o.Pattern != nil && (o.Symmetry != "" || o.HasDifficulty):
		return fmt.Errorf("a pattern leaves no room for a symmetry or a difficulty")
	case o.Near != nil && (o.Pattern != nil || o.HasDifficulty || o.AllowMultiple):
		return fmt.Errorf("neighbours have one solution and no pattern or difficulty")
	case o.Near != nil && o.Near.geometry != o.Geometry:
		return fmt.Errorf("neighbours of a puzzle of geometry %s, not %s", o.Near.geometry, o.Geometry)
	case o.Minimal && o.AllowMultiple:
		return fmt.Errorf("a minimal puzzle has one solution, but several are allowed")
	}
	return nil
}
