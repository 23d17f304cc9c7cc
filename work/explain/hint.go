package explain

import (
	"context"
	"errors"
	"time"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/work"
)

// A HintRequest asks for the next step of a puzzle.
type HintRequest struct {
	Puzzle    *sudoku.Puzzle
	Explainer string        // id of a plugin, "" for any that explains
	Timeout   time.Duration // to look for a step, 0 for any time
}

// Hinted is a hint, or why there is none.
type Hinted struct {
	Step    *sudoku.Step   // nil if there is none
	Verdict sudoku.Verdict // Impossible if a value is wrong, Multiple if no step can decide everything
	TwoWays string         // of several solutions where two differ: "r4c2 may be 8 or 9"
	Full    bool           // every cell is filled, and rightly
	Late    bool           // the time was up
}

// Hint finds the next step. What has no solution gets none.
func Hint(ctx context.Context, env *work.Env, req HintRequest) (*Hinted, error) {
	p := req.Puzzle
	if sudoku.CheckGivens(p) != nil {
		return &Hinted{Verdict: sudoku.Invalid}, nil
	}
	explainer, err := env.Explainer(ctx, req.Explainer)
	if err != nil {
		return nil, err
	}
	result, err := twoSolutions(ctx, env, p)
	if err != nil {
		return nil, err
	}
	h := &Hinted{Verdict: result.Verdict}
	switch {
	case result.Verdict == sudoku.Impossible:
		return h, nil
	case result.Verdict == sudoku.Multiple:
		h.TwoWays = twoWays(p.Geometry, result.Solutions)
	}
	if h.Full = p.Clues() == p.Geometry.Cells(); h.Full {
		return h, nil
	}
	budget, cancel := withTimeout(ctx, req.Timeout)
	defer cancel()
	err = explainer.Explain(budget, p, func(s sudoku.Step) bool {
		h.Step = &s
		return false
	})
	h.Late = h.Step == nil && errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil
	if h.Step == nil && err != nil && !h.Late && !errors.Is(err, sudoku.ErrGaveUp) {
		return nil, err
	}
	return h, nil
}
