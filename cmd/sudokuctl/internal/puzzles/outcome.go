package puzzles

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
	"github.com/sudokuctl/sudokuctl/core/host"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// How an explanation may end.
const (
	endedSolved      = "solved"
	endedFull        = "full"        // nothing to explain: every cell is filled, and rightly
	endedBeyond      = "beyond"      // one solution, but no technique helps
	endedMultiple    = "multiple"    // several solutions, which no step can decide between
	endedImpossible  = "impossible"  // no solution
	endedTimeout     = "timeout"     // the time was up
	endedInterrupted = "interrupted" // by the user
	endedUnknown     = "unknown"     // no technique helps, and counting the solutions took too long
)

// outcome is what an explanation came to, the last line of "explain -o jsonl". Its keys are stable.
type outcome struct {
	Solved bool `json:"solved"`
	// null where the puzzle was not solved: then Reached has what the steps came to
	SE      *seRecord `json:"se"`
	Hardest string    `json:"hardest"`
	Reached *seRecord `json:"reached,omitempty"`
	Ended   string    `json:"ended"`
	Steps   int       `json:"steps"`
	Filled  int       `json:"filled"`
	Cells   int       `json:"cells"`
	Name    string    `json:"name"`
	Puzzle  string    `json:"puzzle"`

	ratings seRecord
	placed  bool
	reason  string // why it ended so, where that says more
}

// seRecord sums up the ratings of steps: the hardest, the hardest up to the first value, the first.
type seRecord struct {
	ER float64 `json:"er"`
	EP float64 `json:"ep"`
	ED float64 `json:"ed"`
}

func newOutcome(p *sudoku.Puzzle) *outcome {
	return &outcome{Name: p.Name, Puzzle: p.String(), Cells: p.Geometry.Cells(), Filled: p.Clues()}
}

func (o *outcome) add(s sudoku.Step) {
	o.Steps++
	if o.ratings.ED == 0 {
		o.ratings.ED = s.Rating
	}
	if s.Rating > o.ratings.ER || o.Hardest == "" {
		o.ratings.ER, o.Hardest = s.Rating, s.Technique
	}
	if !o.placed {
		o.ratings.EP = max(o.ratings.EP, s.Rating)
		o.placed = len(s.Place) > 0
	}
}

// conclude finds out how an explanation ended that left a state and an error, and returns the exit code for
// it. The error is one that is no ending.
func conclude(ctx context.Context, a *app.App, o *outcome, state *screen.Replay, err error) (code int, fault error) {
	o.Filled = state.Values.Filled()
	o.Solved = state.Solved()
	late := errors.Is(err, context.DeadlineExceeded)
	switch {
	case o.Solved && o.Steps == 0:
		o.Ended = endedFull
		return app.ExitDone, nil
	case o.Solved:
		o.Ended, o.SE = endedSolved, &o.ratings
		return app.ExitDone, nil
	case ctx.Err() != nil:
		o.Ended = endedInterrupted
	case err != nil && !late && !errors.Is(err, sudoku.ErrGaveUp):
		return 0, err
	default:
		if code, err = whyUnsolved(ctx, a, o, state, late); err != nil {
			return 0, err
		}
	}
	if o.Steps > 0 {
		o.Reached = &o.ratings
	}
	return code, nil
}

// proofBudget is the time for counting the solutions of a puzzle that an explanation did not solve.
const proofBudget = 5 * time.Second

// whyUnsolved tells puzzles with no solution and with several from those that ask for more.
func whyUnsolved(ctx context.Context, a *app.App, o *outcome, state *screen.Replay, late bool) (code int, err error) {
	result, err := solutionsOf(ctx, a, state.Puzzle)
	if err != nil {
		return 0, err
	}
	switch {
	case result.Verdict == sudoku.Impossible:
		o.Ended, o.reason = endedImpossible, state.Contradiction()
		return app.ExitImpossible, nil
	case result.Verdict == sudoku.Multiple:
		o.Ended, o.reason = endedMultiple, twoWays(state.Puzzle.Geometry, result.Solutions)
		return app.ExitMultiple, nil
	case late:
		o.Ended = endedTimeout
	case result.Verdict == sudoku.Unique:
		o.Ended = endedBeyond
	default:
		o.Ended = endedUnknown
	}
	return app.ExitUnknown, nil
}

// solutionsOf looks for two solutions of a puzzle.
func solutionsOf(ctx context.Context, a *app.App, p *sudoku.Puzzle) (r sudoku.Result, err error) {
	plugin, err := a.Open(ctx, "entropybt", "")
	if err != nil {
		return r, err
	}
	return plugin.SolveOne(ctx, p, host.SolveOptions{Ask: sudoku.Ask{Limit: 2, Timeout: proofBudget}})
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

// text is the last line of an explanation.
func (o *outcome) text() string {
	switch o.Ended {
	case endedFull:
		return "every cell is filled, and rightly: there is nothing to explain"
	case endedSolved:
		return fmt.Sprintf("solved in %d %s%s", o.Steps, app.Plural(o.Steps, "step"),
			o.ratingText("ER %.1f, EP %.1f, ED %.1f"))
	}
	why := map[string]string{
		endedBeyond:      "beyond these techniques: none helps, though the puzzle has one solution",
		endedMultiple:    "not decided: the puzzle has several solutions",
		endedImpossible:  "impossible: the puzzle has no solution",
		endedTimeout:     "not finished: the time was up",
		endedInterrupted: "not finished: interrupted",
		endedUnknown:     "not solved: none of these techniques helps",
	}[o.Ended]
	if o.reason != "" {
		why += ", " + o.reason
	}
	if o.Steps == 0 {
		return why
	}
	return fmt.Sprintf("%s; reached in %d %s: %d of %d cells filled%s", why, o.Steps, app.Plural(o.Steps, "step"),
		o.Filled, o.Cells, o.ratingText("up to here ER %.1f, EP %.1f, ED %.1f"))
}

// ratingText is the end of the text: ratings and the hardest technique, as far as there are any.
func (o *outcome) ratingText(ratings string) string {
	text := ""
	if o.ratings.ER > 0 {
		text = "; " + fmt.Sprintf(ratings, o.ratings.ER, o.ratings.EP, o.ratings.ED)
	}
	if o.Hardest != "" {
		text += "; hardest: " + strings.ReplaceAll(o.Hardest, "_", " ")
	}
	return text
}
