package explain

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/sudokuctl/sudokuctl/core/host"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/work"
)

// How an explanation may end.
const (
	EndedSolved      = "solved"
	EndedFull        = "full"        // nothing to explain: every cell is filled, and rightly
	EndedBeyond      = "beyond"      // one solution, but no technique helps
	EndedMultiple    = "multiple"    // several solutions, which no step can decide between
	EndedImpossible  = "impossible"  // no solution
	EndedTimeout     = "timeout"     // the time was up
	EndedInterrupted = "interrupted" // by the user
	EndedUnknown     = "unknown"     // no technique helps, and counting the solutions took too long
)

// OutcomeRecord is what an explanation came to. Its keys are stable.
type OutcomeRecord struct {
	Solved bool `json:"solved"`
	// null where the puzzle was not solved: then Reached has what the steps came to
	SE      *SERecord `json:"se"`
	Hardest string    `json:"hardest"`
	Reached *SERecord `json:"reached,omitempty"`
	Ended   string    `json:"ended"`
	Steps   int       `json:"steps"`
	Filled  int       `json:"filled"`
	Cells   int       `json:"cells"`
	Name    string    `json:"name"`
	Puzzle  string    `json:"puzzle"`

	Ratings SERecord `json:"-"` // of the steps, whether they solved the puzzle or not
	Reason  string   `json:"-"` // why it ended so, if there is more to say
	placed  bool
}

// SERecord sums up the ratings of steps: the hardest, the hardest up to the first value, the first.
type SERecord struct {
	ER float64 `json:"er"`
	EP float64 `json:"ep"`
	ED float64 `json:"ed"`
}

func newOutcome(p *sudoku.Puzzle) *OutcomeRecord {
	return &OutcomeRecord{Name: p.Name, Puzzle: p.String(), Cells: p.Geometry.Cells(), Filled: p.Clues()}
}

func (o *OutcomeRecord) add(s sudoku.Step) {
	o.Steps++
	if o.Ratings.ED == 0 {
		o.Ratings.ED = s.Rating
	}
	if s.Rating > o.Ratings.ER || o.Hardest == "" {
		o.Ratings.ER, o.Hardest = s.Rating, s.Technique
	}
	if !o.placed {
		o.Ratings.EP = max(o.Ratings.EP, s.Rating)
		o.placed = len(s.Place) > 0
	}
}

// conclude finds out how an explanation ended that left a state and an error, and returns an error that is no ending.
func (o *OutcomeRecord) conclude(ctx context.Context, env *work.Env, state *Replay, err error) error {
	o.Filled = state.Values.Filled()
	o.Solved = state.solved()
	late := errors.Is(err, context.DeadlineExceeded)
	switch {
	case o.Solved && o.Steps == 0:
		o.Ended = EndedFull
		return nil
	case o.Solved:
		o.Ended, o.SE = EndedSolved, &o.Ratings
		return nil
	case ctx.Err() != nil:
		o.Ended = EndedInterrupted
	case err != nil && !late && !errors.Is(err, sudoku.ErrGaveUp):
		return err
	default:
		if err := o.whyUnsolved(ctx, env, state, late); err != nil {
			return err
		}
	}
	if o.Steps > 0 {
		o.Reached = &o.Ratings
	}
	return nil
}

// proofBudget is the time for counting the solutions of a puzzle that an explanation did not solve.
const proofBudget = 5 * time.Second

// whyUnsolved tells puzzles with no solution and with several from those that ask for more.
func (o *OutcomeRecord) whyUnsolved(ctx context.Context, env *work.Env, state *Replay, late bool) error {
	result, err := twoSolutions(ctx, env, state.Puzzle)
	if err != nil {
		return err
	}
	switch {
	case result.Verdict == sudoku.Impossible:
		o.Ended, o.Reason = EndedImpossible, state.contradiction()
	case result.Verdict == sudoku.Multiple:
		o.Ended, o.Reason = EndedMultiple, twoWays(state.Puzzle.Geometry, result.Solutions)
	case late:
		o.Ended = EndedTimeout
	case result.Verdict == sudoku.Unique:
		o.Ended = EndedBeyond
	default:
		o.Ended = EndedUnknown
	}
	return nil
}

// twoSolutions looks for two solutions of a puzzle.
func twoSolutions(ctx context.Context, env *work.Env, p *sudoku.Puzzle) (r sudoku.Result, err error) {
	solver, err := env.CompleteSolver(ctx, "")
	if err != nil {
		return r, err
	}
	return solver.SolveOne(ctx, p, host.SolveOptions{Ask: sudoku.Ask{Limit: 2, Timeout: proofBudget}})
}

// twoWays names the first cell in which two solutions differ: "r4c2 may be 8 or 9".
func twoWays(g *sudoku.Geometry, solutions []sudoku.Grid) string {
	for cell := range solutions[0] {
		if a, b := solutions[0][cell], solutions[1][cell]; a != b {
			return fmt.Sprintf("%s may be %s or %s", g.CellName(cell), g.Alphabet().Symbol(int(min(a, b))),
				g.Alphabet().Symbol(int(max(a, b))))
		}
	}
	return ""
}
