package record

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Events are called as puzzles are explained: with each puzzle, its steps, and how they ended. An error that one of
// them returns ends the work.
type Events struct {
	Puzzle func(*sudoku.Puzzle) error
	Step   func(before *Replay, s sudoku.Step, n int) error
	End    func(after *Replay, o *Outcome) error
}

// A Judge returns a complete solver, which is asked about puzzles that steps do not solve.
type Judge func() (runner.Runner, error)

// Explain explains a puzzle, within a time, 0 for any.
func Explain(ctx context.Context, explainer runner.Runner, p *sudoku.Puzzle, timeout time.Duration,
	judge Judge, events Events) error {
	if err := events.Puzzle(p); err != nil {
		return err
	}
	state, sum := NewReplay(p), NewOutcome(p)
	if clash := sudoku.CheckGivens(p); clash != nil {
		sum.Ended, sum.Reason = EndedImpossible, clash.Error()
		return events.End(state, sum)
	}
	began := time.Now()
	budget, cancel := WithTimeout(ctx, timeout)
	defer cancel()
	var failed error
	err := explainer.Explain(budget, p, func(s sudoku.Step) bool {
		sum.Add(s)
		failed = events.Step(state, s, sum.Steps)
		state.Apply(s)
		return failed == nil
	})
	if failed != nil {
		return failed
	}
	proof := proofBudget
	if timeout > 0 {
		proof = min(proof, max(timeout-time.Since(began), 0)+timeout/10+time.Millisecond)
	}
	if err := sum.conclude(ctx, state, err, judge, proof); err != nil {
		return fmt.Errorf("explaining %s: %w", cmp.Or(p.Name, p.String()), err)
	}
	if err := events.End(state, sum); err != nil {
		return err
	}
	return ctx.Err()
}

// The time for counting the solutions of a puzzle that an explanation did not solve. Constraints can make that a search
// of hours.
const (
	proofBudget      = 5 * time.Second
	constraintBudget = 50 * time.Millisecond
	clashBudget      = 2 * time.Second // for finding out what contradicts what
)

// two looks for two solutions of a puzzle within a budget. Of one that has none, why says what contradicts what.
func (j Judge) two(ctx context.Context, p *sudoku.Puzzle,
	budget time.Duration) (result sudoku.Result, why string, err error) {
	solver, err := j()
	if err != nil {
		return sudoku.Result{}, "", err
	}
	proof := budget
	if p.Constraints() != nil {
		proof = min(budget, constraintBudget)
	}
	result, err = runner.SolveOne(ctx, solver, p, runner.Ask{Limit: 2, Timeout: proof})
	if err != nil || result.Verdict != sudoku.Impossible {
		return result, "", err
	}
	c := Checker{Solver: solver, Timeout: min(budget, clashBudget)}
	r := &Check{Source: p}
	err = c.contradict(ctx, r)
	return result, r.clash(), err
}

// WithTimeout limits a context to a time, 0 for any.
func WithTimeout(ctx context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	if d <= 0 {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, d)
}

// How an explanation may end.
const (
	EndedSolved      = "solved"
	EndedFull        = "full"        // nothing to explain: every cell is filled correctly
	EndedBeyond      = "beyond"      // one solution, but no technique helps
	EndedMultiple    = "multiple"    // several solutions, which no step can decide between
	EndedImpossible  = "impossible"  // no solution
	EndedTimeout     = "timeout"     // the time was up
	EndedInterrupted = "interrupted" // by the user
	EndedUnknown     = "unknown"     // no technique helps, and counting the solutions took too long
)

// Outcome is the end of an explanation: solved or not, the ratings, and the reason if it stopped early.
type Outcome struct {
	Solved bool `json:"solved"`
	// null if the puzzle was not solved or has constraints, which Sudoku Explainer does not know: then Reached has what
	// the steps came to. Both are null if the techniques are not tried in Sudoku Explainer's order.
	SE      *SE    `json:"se"`
	Hardest string `json:"hardest"`
	Reached *SE    `json:"reached,omitempty"`
	Ended   string `json:"ended"`
	Steps   int    `json:"steps"`
	Filled  int    `json:"filled"`
	Cells   int    `json:"cells"`
	Name    string `json:"name"`
	Puzzle  string `json:"puzzle"`

	Reason string `json:"reason,omitempty"` // why it ended so, if there is more to say

	Ratings SE `json:"-"` // of the steps, whether they solved the puzzle or not
	// Ordered says that the steps follow an order of techniques that is not Sudoku Explainer's: they rate no puzzle.
	Ordered bool `json:"-"`
	placed  bool
	highest float64 // place of the hardest technique
}

// SE sums up the ratings of steps: the hardest, the hardest up to the first value, the first.
type SE struct {
	ER float64 `json:"er"`
	EP float64 `json:"ep"`
	ED float64 `json:"ed"`
}

// NewOutcome returns the outcome of an explanation before its first step.
func NewOutcome(p *sudoku.Puzzle) *Outcome {
	return &Outcome{Name: p.Name, Puzzle: p.String(), Cells: p.Geometry().Cells(), Filled: p.Clues()}
}

// Add updates the outcome by the next step: the number of steps, the ratings so far and the hardest technique.
func (o *Outcome) Add(s sudoku.Step) {
	o.Steps++
	if o.Ratings.ED == 0 {
		o.Ratings.ED = s.Rating
	}
	o.Ratings.ER = max(o.Ratings.ER, s.Rating)
	o.Ordered = o.Ordered || s.Order > 0
	if place := cmp.Or(s.Order, s.Rating); place > o.highest || o.Hardest == "" {
		o.highest, o.Hardest = place, s.Technique
	}
	if !o.placed {
		o.Ratings.EP = max(o.Ratings.EP, s.Rating)
		o.placed = len(s.Place) > 0
	}
}

// conclude finds out how an explanation ended that left a state and an error, and returns an error that is no ending.
func (o *Outcome) conclude(ctx context.Context, state *Replay, err error, judge Judge, proof time.Duration) error {
	o.Filled = state.Values.Filled()
	o.Solved = state.solved()
	late := errors.Is(err, context.DeadlineExceeded)
	switch {
	case o.Solved && o.Steps == 0:
		o.Ended = EndedFull
		return nil
	case o.Solved:
		o.Ended = EndedSolved
		if state.Puzzle.Constraints() == nil && !o.Ordered {
			o.SE = &o.Ratings
			return nil
		}
	case ctx.Err() != nil:
		o.Ended = EndedInterrupted
	case err != nil && !late && !errors.Is(err, sudoku.ErrGaveUp):
		return err
	default:
		result, why, err := judge.two(ctx, state.Puzzle, proof)
		if err != nil {
			return err
		}
		o.whyUnsolved(state, &result, why, late)
	}
	if o.Steps > 0 && !o.Ordered {
		o.Reached = &o.Ratings
	}
	return nil
}

// whyUnsolved distinguishes puzzles with no solution or with several from puzzles that are too hard.
func (o *Outcome) whyUnsolved(state *Replay, two *sudoku.Result, clash string, late bool) {
	switch {
	case two.Verdict == sudoku.Impossible:
		o.Ended, o.Reason = EndedImpossible, strings.Join(slices.DeleteFunc([]string{state.contradiction(), clash},
			func(reason string) bool { return reason == "" }), "; ")
	case two.Verdict == sudoku.Multiple:
		o.Ended, o.Reason = EndedMultiple, twoWays(state.Puzzle.Geometry(), two.Solutions)
	case late:
		o.Ended = EndedTimeout
	case two.Verdict == sudoku.Unique:
		o.Ended = EndedBeyond
	default:
		o.Ended = EndedUnknown
	}
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

// Hint is a hint that says no more than where to look, or what to look for; a Step says all.
type Hint struct {
	Where     string  `json:"where"`
	Technique string  `json:"technique,omitempty"`
	Rating    float64 `json:"rating,omitempty"`
	Several   string  `json:"several,omitempty"` // as in a Step
}

// Record returns the record of a hint with a step, which says as much as a level wants: a Hint for "where" and "what",
// else the Step.
func (h *Hinted) Record(p *sudoku.Puzzle, level string) any {
	where := strings.Join(Place(p.Geometry(), *h.Step), ", ")
	switch level {
	case "where":
		return Hint{Where: where, Several: h.TwoWays}
	case "what":
		return Hint{Where: where, Technique: h.Step.Technique, Rating: h.Step.Rating, Several: h.TwoWays}
	}
	s := NewStep(p, *h.Step, 1)
	s.Several = h.TwoWays
	return s
}

// Hinted is the answer to a question for a hint: the next step, or the reason why there is none.
type Hinted struct {
	Step    *sudoku.Step   // nil if there is none
	Verdict sudoku.Verdict // Impossible if a value is wrong, Multiple if no step can decide everything
	TwoWays string         // of several solutions where two differ: "r4c2 may be 8 or 9"
	Full    bool           // every cell is filled correctly
	Late    bool           // the time was up
	Clash   string         // of no solution what contradicts what, as far as it is known
	bare    bool           // nothing is filled in
}

// FindHint finds the next step of a puzzle. What has no solution gets none. Explain looks for its steps until emit
// returns false.
func FindHint(ctx context.Context, p *sudoku.Puzzle, judge Judge,
	explain func(emit func(sudoku.Step) bool) error) (*Hinted, error) {
	if sudoku.CheckGivens(p) != nil {
		return &Hinted{Verdict: sudoku.Invalid}, nil
	}
	result, why, err := judge.two(ctx, p, proofBudget)
	if err != nil {
		return nil, err
	}
	h := &Hinted{Verdict: result.Verdict, Clash: why, bare: p.Clues() == 0}
	switch {
	case result.Verdict == sudoku.Impossible:
		return h, nil
	case result.Verdict == sudoku.Multiple:
		h.TwoWays = twoWays(p.Geometry(), result.Solutions)
	}
	if h.Full = p.Clues() == p.Geometry().Cells(); h.Full {
		return h, nil
	}
	err = explain(func(s sudoku.Step) bool {
		h.Step = &s
		return false
	})
	h.Late = h.Step == nil && errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil
	if h.Step == nil && err != nil && !h.Late && !errors.Is(err, sudoku.ErrGaveUp) {
		return nil, err
	}
	return h, nil
}

// Missing says in a sentence why there is no step to hint at.
func (h *Hinted) Missing() string {
	switch {
	case h.Verdict == sudoku.Invalid:
		return "two givens clash"
	case h.Clash != "":
		return "the puzzle has no solution: " + h.Clash
	case h.Verdict == sudoku.Impossible && h.bare:
		return "the puzzle has no solution"
	case h.Verdict == sudoku.Impossible:
		return "a value is wrong: from here there is no solution"
	case h.Full:
		return "nothing is left to do: the puzzle is solved"
	case h.TwoWays != "":
		return "no step can be certain, for there are several solutions: " + h.TwoWays
	case h.Late:
		return "the time was up before a step was found"
	}
	return "no technique helps here"
}
