package work

import (
	"context"
	"fmt"
	"time"

	"github.com/sudokuctl/sudokuctl/core/host"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// An ExplainRequest asks for puzzles to be solved as a person would.
type ExplainRequest struct {
	Inputs    []*Input
	Explainer string        // id of a plugin, "" for any that explains
	Timeout   time.Duration // for each puzzle, 0 for any time
}

// Told is called with what an explanation comes to: each puzzle, its steps, and how they ended. An error that it
// returns ends the work.
type Told struct {
	Puzzle func(*sudoku.Puzzle) error
	Step   func(before *Replay, s sudoku.Step, n int) error
	End    func(after *Replay, o *OutcomeRecord) error
}

// Explain explains puzzles one after the other, and returns how many records of the inputs were bad.
func Explain(ctx context.Context, env *Env, req ExplainRequest, tell Progress, told Told) (bad int, err error) {
	explainer, err := env.Explainer(ctx, req.Explainer)
	if err != nil {
		return 0, err
	}
	tell, count := tell.Counting()
	for r, err := range Walk(ctx, req.Inputs, tell) {
		if err != nil {
			return count(), err
		}
		if err := explain(ctx, env, explainer, r.Puzzle, req.Timeout, told); err != nil {
			return count(), err
		}
	}
	return count(), nil
}

func explain(ctx context.Context, env *Env, explainer *host.Plugin, p *sudoku.Puzzle, timeout time.Duration,
	told Told) error {
	if err := told.Puzzle(p); err != nil {
		return err
	}
	state, sum := NewReplay(p), newOutcome(p)
	if clash := sudoku.CheckGivens(p); clash != nil {
		sum.Ended, sum.Reason = EndedImpossible, clash.Error()
		return told.End(state, sum)
	}
	budget, cancel := withTimeout(ctx, timeout)
	defer cancel()
	var failed error
	err := explainer.Explain(budget, p, func(s sudoku.Step) bool {
		sum.add(s)
		failed = told.Step(state, s, sum.Steps)
		state.Apply(s)
		return failed == nil
	})
	if failed != nil {
		return failed
	}
	if err := sum.conclude(ctx, env, state, err); err != nil {
		return fmt.Errorf("explaining %s: %w", p.Name, err)
	}
	if err := told.End(state, sum); err != nil {
		return err
	}
	return ctx.Err()
}

// withTimeout limits a context to a time, 0 for any.
func withTimeout(ctx context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	if d <= 0 {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, d)
}

// A ListStepsRequest asks for all steps that are possible in a state of a puzzle.
type ListStepsRequest struct {
	State     *sudoku.State
	Explainer string        // id of a plugin, "" for any that lists steps
	Timeout   time.Duration // for the list, 0 for any time
}

// ListSteps calls emit with the steps that are possible in a state, the easiest first, until emit returns false. The
// error is sudoku.ErrGaveUp if no technique helps.
func ListSteps(ctx context.Context, env *Env, req ListStepsRequest, emit func(sudoku.Step) bool) error {
	if err := req.State.Check(); err != nil {
		return err
	}
	lister, err := env.stepLister(ctx, req.Explainer)
	if err != nil {
		return err
	}
	budget, cancel := withTimeout(ctx, req.Timeout)
	defer cancel()
	return lister.ListSteps(budget, req.State, emit)
}
