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

// Explain explains a puzzle, within a time, 0 for any. Two looks for two solutions of one that the steps did not solve.
func Explain(ctx context.Context, explainer runner.Runner, p *sudoku.Puzzle, timeout time.Duration, two func() (sudoku.Result, error),
	events Events) error {
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
	if err := sum.Conclude(state, err, ctx.Err() != nil, two); err != nil {
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
)

// TwoSolutions looks for two solutions of a puzzle.
func TwoSolutions(ctx context.Context, solver runner.Runner, p *sudoku.Puzzle) (sudoku.Result, error) {
	budget := proofBudget
	if p.Constraints() != nil {
		budget = constraintBudget
	}
	return runner.SolveOne(ctx, solver, p, sudoku.Ask{Limit: 2, Timeout: budget})
}

// WithTimeout limits a context to a time, 0 for any.
func WithTimeout(ctx context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	if d <= 0 {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, d)
}
