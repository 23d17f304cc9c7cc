package ask

import (
	"context"
	"time"

	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/work"
	"github.com/sudokuctl/sudokuctl/work/input"
	"github.com/sudokuctl/sudokuctl/work/record"
)

// A ExplainRequest asks for puzzles to be solved as a person would.
type ExplainRequest struct {
	Inputs    []*input.Input
	Explainer string        // id of a plugin, "" for any that explains
	Timeout   time.Duration // for each puzzle, 0 for any time
}

// Explain explains puzzles one after the other, and returns how many records of the inputs were bad.
func Explain(ctx context.Context, env *work.Env, req ExplainRequest, progress work.Progress,
	events record.Events) (bad int, err error) {
	explainer, err := env.Pick(ctx, req.Explainer, work.Explainer)
	if err != nil {
		return 0, err
	}
	progress, count := progress.Counting()
	for r, err := range input.Walk(ctx, req.Inputs, progress) {
		if err != nil {
			return count(), err
		}
		if err := record.Explain(ctx, explainer, r.Puzzle, req.Timeout, judge(ctx, env), events); err != nil {
			return count(), err
		}
	}
	return count(), nil
}

// judge asks any complete solver.
func judge(ctx context.Context, env *work.Env) record.Judge {
	return func() (runner.Runner, error) { return env.Pick(ctx, "", work.CompleteSolver) }
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
	lister, err := env.Pick(ctx, req.Explainer, work.StepLister)
	if err != nil {
		return err
	}
	budget, cancel := record.WithTimeout(ctx, req.Timeout)
	defer cancel()
	return lister.ListSteps(budget, req.State, emit)
}

// A HintRequest asks for the next step of a puzzle.
type HintRequest struct {
	Puzzle    *sudoku.Puzzle
	Explainer string        // id of a plugin, "" for any that explains
	Timeout   time.Duration // to look for a step, 0 for any time
}

// Hint finds the next step. What has no solution gets none.
func Hint(ctx context.Context, env *work.Env, req HintRequest) (*record.Hinted, error) {
	explainer, err := env.Pick(ctx, req.Explainer, work.Explainer)
	if err != nil {
		return nil, err
	}
	return record.FindHint(ctx, req.Puzzle, judge(ctx, env),
		func(emit func(sudoku.Step) bool) error {
			budget, cancel := record.WithTimeout(ctx, req.Timeout)
			defer cancel()
			return explainer.Explain(budget, req.Puzzle, emit)
		})
}
