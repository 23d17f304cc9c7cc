package explain

import (
	"context"
	"time"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/work"
	"github.com/sudokuctl/sudokuctl/work/record"
)

// A HintRequest asks for the next step of a puzzle.
type HintRequest struct {
	Puzzle    *sudoku.Puzzle
	Explainer string        // id of a plugin, "" for any that explains
	Timeout   time.Duration // to look for a step, 0 for any time
}

// Hint finds the next step. What has no solution gets none.
func Hint(ctx context.Context, env *work.Env, req HintRequest) (*record.Hinted, error) {
	explainer, err := env.Explainer(ctx, req.Explainer)
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
