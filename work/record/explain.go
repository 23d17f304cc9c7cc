package record

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Events are called as puzzles are explained: with each puzzle, its steps, and how they ended. An error that one of them
// returns ends the work.
type Events struct {
	Puzzle func(*sudoku.Puzzle) error
	Step   func(before *Replay, s sudoku.Step, n int) error
	End    func(after *Replay, o *Outcome) error
}

// A Judge returns a complete solver, which is asked about puzzles that steps do not solve.
type Judge func() (runner.Runner, error)

// Explain explains a puzzle, within a time, 0 for any.
func Explain(ctx context.Context, explainer runner.Runner, p *sudoku.Puzzle, timeout time.Duration, judge Judge, events Events) error {
	if err := events.Puzzle(p); err != nil {
		return err
	}
	state, sum := NewReplay(p), NewOutcome(p)
	if clash := sudoku.CheckGivens(p); clash != nil {
		sum.Ended, sum.Reason = EndedImpossible, clash.Error()
		return events.End(state, sum)
	}
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
	if err := sum.conclude(ctx, state, err, judge); err != nil {
		return fmt.Errorf("explaining %s: %w", cmp.Or(p.Name, p.String()), err)
	}
	if err := events.End(state, sum); err != nil {
		return err
	}
	return ctx.Err()
}

// The time for counting the solutions of a puzzle that an explanation did not solve. Constraints can make that a search of hours.
const (
	proofBudget      = 5 * time.Second
	constraintBudget = 50 * time.Millisecond
	clashBudget      = 2 * time.Second // for finding out what contradicts what
)

// two looks for two solutions of a puzzle. Of one that has none, why says what contradicts what.
func (j Judge) two(ctx context.Context, p *sudoku.Puzzle) (result sudoku.Result, why string, err error) {
	solver, err := j()
	if err != nil {
		return sudoku.Result{}, "", err
	}
	budget := proofBudget
	if p.Constraints() != nil {
		budget = constraintBudget
	}
	result, err = runner.SolveOne(ctx, solver, p, sudoku.Ask{Limit: 2, Timeout: budget})
	if err != nil || result.Verdict != sudoku.Impossible {
		return result, "", err
	}
	c := Checker{Solver: solver, Timeout: clashBudget}
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
