package sudoku_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

func TestVerdictOfCounts(t *testing.T) {
	for _, c := range []struct {
		found               int
		exhausted, complete bool
		want                sudoku.Verdict
	}{
		{0, true, true, sudoku.Impossible}, {0, true, false, sudoku.Unknown}, {0, false, true, sudoku.Unknown},
		{1, true, true, sudoku.Unique}, {1, true, false, sudoku.Solved}, {1, false, true, sudoku.Solved},
		{2, false, false, sudoku.Multiple}, {2, true, true, sudoku.Multiple},
	} {
		if got := sudoku.VerdictOf(c.found, c.exhausted, c.complete, nil); got != c.want {
			t.Errorf("%+v: %s", c, got)
		}
	}
}

func TestVerdictOfErrors(t *testing.T) {
	for err, want := range map[error]sudoku.Verdict{
		sudoku.ErrGaveUp: sudoku.Unknown,
		fmt.Errorf("odd: %w", sudoku.ErrUnsupported): sudoku.Unsupported,
		fmt.Errorf("odd: %w", sudoku.ErrCrashed):     sudoku.Crashed,
		context.DeadlineExceeded:                     sudoku.Timeout,
		errors.New("boom"):                           sudoku.Unknown,
	} {
		if got := sudoku.VerdictOf(0, true, true, err); got != want {
			t.Errorf("%v: %s", err, got)
		}
	}
	if got := sudoku.VerdictOf(1, true, true, sudoku.ErrGaveUp); got != sudoku.Solved {
		t.Errorf("one solution and gave up: %s", got)
	}
}

func TestVerdictNames(t *testing.T) {
	for v := sudoku.Unknown; v <= sudoku.Invalid; v++ {
		if back, err := sudoku.ParseVerdict(v.String()); err != nil || back != v {
			t.Errorf("%s became %s: %v", v, back, err)
		}
	}
	if _, err := sudoku.ParseVerdict("perhaps"); err == nil {
		t.Error("perhaps is a verdict")
	}
}

// emitter is a solver that emits grids.
type emitter []sudoku.Grid

func (e emitter) Solve(_ context.Context, _ *sudoku.Puzzle,
	emit func(sudoku.Grid) bool) (sudoku.Stats, error) {
	for _, g := range e {
		if !emit(g) {
			break
		}
	}
	return sudoku.Stats{Guesses: 1}, nil
}

func TestSolveTrustsNobody(t *testing.T) {
	p, err := sudoku.ParsePuzzle("1.34.4122143432.")
	if err != nil {
		t.Fatal(err)
	}
	good, err := sudoku.ParseGrid(p.Geometry(), "1234341221434321")
	if err != nil {
		t.Fatal(err)
	}
	bad := good.Clone()
	bad[15] = 2
	if r := sudoku.Solve(t.Context(), emitter{good}, p, 2, true); r.Verdict != sudoku.Unique ||
		len(r.Solutions) != 1 {
		t.Errorf("a good grid: %s", r.Verdict)
	}
	if r := sudoku.Solve(t.Context(), emitter{good}, p, 1, true); r.Verdict != sudoku.Solved {
		t.Errorf("a good grid with limit 1: %s", r.Verdict)
	}
	if r := sudoku.Solve(t.Context(), emitter{bad}, p, 2, true); r.Verdict != sudoku.Wrong ||
		len(r.Solutions) != 0 || r.Err == nil {
		t.Errorf("a bad grid: %s, %v", r.Verdict, r.Err)
	}
}
