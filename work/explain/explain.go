package explain

import (
	"context"
	"fmt"
	"time"

	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/work"
	"github.com/sudokuctl/sudokuctl/work/job"
	"github.com/sudokuctl/sudokuctl/work/record"
)

// A Request asks for puzzles to be solved as a person would.
type Request struct {
	Inputs    []*work.Input
	Explainer string        // id of a plugin, "" for any that explains
	Timeout   time.Duration // for each puzzle, 0 for any time
}

// Events are called as puzzles are explained: with each puzzle, its steps, and how they ended. An error that one of them
// returns ends the work.
type Events struct {
	Puzzle func(*sudoku.Puzzle) error
	Step   func(before *record.Replay, s sudoku.Step, n int) error
	End    func(after *record.Replay, o *record.Outcome) error
}

// Puzzles explains puzzles one after the other, and returns how many records of the inputs were bad.
func Puzzles(ctx context.Context, env *work.Env, req Request, progress work.Progress, events Events) (bad int, err error) {
	explainer, err := env.Explainer(ctx, req.Explainer)
	if err != nil {
		return 0, err
	}
	progress, count := progress.Counting()
	for r, err := range work.Walk(ctx, req.Inputs, progress) {
		if err != nil {
			return count(), err
		}
		if err := explain(ctx, env, explainer, r.Puzzle, req.Timeout, events); err != nil {
			return count(), err
		}
	}
	return count(), nil
}

func explain(ctx context.Context, env *work.Env, explainer job.Plugin, p *sudoku.Puzzle, timeout time.Duration, events Events) error {
	if err := events.Puzzle(p); err != nil {
		return err
	}
	state, sum := record.NewReplay(p), record.NewOutcome(p)
	if clash := sudoku.CheckGivens(p); clash != nil {
		sum.Ended, sum.Reason = record.EndedImpossible, clash.Error()
		return events.End(state, sum)
	}
	budget, cancel := withTimeout(ctx, timeout)
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
	two := func() (sudoku.Result, error) { return twoSolutions(ctx, env, p) }
	if err := sum.Conclude(state, err, ctx.Err() != nil, two); err != nil {
		return fmt.Errorf("explaining %s: %w", p.Name, err)
	}
	if err := events.End(state, sum); err != nil {
		return err
	}
	return ctx.Err()
}

// proofBudget is the time for counting the solutions of a puzzle that an explanation did not solve.
const proofBudget = 5 * time.Second

// twoSolutions looks for two solutions of a puzzle.
func twoSolutions(ctx context.Context, env *work.Env, p *sudoku.Puzzle) (r sudoku.Result, err error) {
	solver, err := env.CompleteSolver(ctx, "")
	if err != nil {
		return r, err
	}
	return runner.SolveOne(ctx, solver, p, sudoku.Ask{Limit: 2, Timeout: proofBudget})
}

// withTimeout limits a context to a time, 0 for any.
func withTimeout(ctx context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	if d <= 0 {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, d)
}

// A StepsRequest asks for all steps that are possible in a state of a puzzle.
type StepsRequest struct {
	State     *sudoku.State
	Explainer string        // id of a plugin, "" for any that lists steps
	Timeout   time.Duration // for the list, 0 for any time
}

// Steps calls emit with the steps that are possible in a state, the easiest first, until emit returns false. The
// error is sudoku.ErrGaveUp if no technique helps.
func Steps(ctx context.Context, env *work.Env, req StepsRequest, emit func(sudoku.Step) bool) error {
	if err := req.State.Check(); err != nil {
		return err
	}
	lister, err := env.StepLister(ctx, req.Explainer)
	if err != nil {
		return err
	}
	budget, cancel := withTimeout(ctx, req.Timeout)
	defer cancel()
	return lister.ListSteps(budget, req.State, emit)
}
