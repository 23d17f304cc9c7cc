package plugin_test

import (
	"context"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/internal/wire"
	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// ahead remembers which puzzles it was shown.
type ahead struct {
	shown map[string]bool
	limit int
	runs  int
}

func (a *ahead) Limit(n int) { a.limit = n }

func (a *ahead) Begin(ctx context.Context, puzzles []*sudoku.Puzzle) {
	if _, limited := ctx.Deadline(); !limited {
		panic("no deadline")
	}
	a.runs++
	clear(a.shown)
	for _, p := range puzzles {
		a.shown[p.CellText()] = true
	}
}

func (a *ahead) Solve(_ context.Context, p *sudoku.Puzzle,
	emit func(sudoku.Grid) bool) (sudoku.Stats, error) {
	if !a.shown[p.CellText()] || a.limit != 7 {
		return sudoku.Stats{}, sudoku.ErrGaveUp
	}
	emit(p.Givens())
	return sudoku.Stats{Guesses: int64(a.runs)}, nil
}

func TestABatchSolverSeesEveryPuzzleBeforeItSolvesIt(t *testing.T) {
	spec := solving(nil)
	spec.Solver = func(sudoku.Settings) (sudoku.Solver, error) { return &ahead{shown: map[string]bool{}}, nil }
	s := open(t, connect(t, spec), wire.Options{Ask: runner.Ask{Limit: 7, Timeout: 1e9}})
	s.Send(0, puzzles(300))
	s.CloseSend()
	got := gather(t, s, 81)
	last := int64(0)
	for seq, a := range got {
		if a.err != nil || a.count != 1 {
			t.Errorf("puzzle %d: %v, %d solutions", seq, a.err, a.count)
		}
		last = max(last, a.stats.Guesses)
	}
	if len(got) != 300 || last > 100 {
		t.Errorf("%d answers in %d runs", len(got), last)
	}
}
