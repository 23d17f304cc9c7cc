package ask_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/host/find"
	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/work"
	"github.com/sudokuctl/sudokuctl/work/ask"
	"github.com/sudokuctl/sudokuctl/work/input"
	"github.com/sudokuctl/sudokuctl/work/worktest"
)

// raceEnv has the bundled plugins.
func raceEnv() *work.Env {
	return worktest.Env("dlx", "entropybt", "ga")
}

func TestRace(t *testing.T) {
	env := raceEnv()
	const (
		unique     = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
		impossible = "531.7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
		clash      = "55..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
		multiple   = "1.3............."
	)
	text := unique + "\n" + impossible + "\n" + clash + "\n" + multiple + "\n"
	want := []sudoku.Verdict{sudoku.Unique, sudoku.Impossible, sudoku.Invalid, sudoku.Multiple}
	var got []sudoku.Verdict
	bad, err := ask.Race(t.Context(), env, ask.SolveRequest{Inputs: []*input.Input{input.Text(text)}, Ask: runner.Ask{Limit: 2}},
		[]string{"ga", "dlx", "entropybt"}, nil, func(solver sudoku.Info, r *sudoku.Result) error {
			got = append(got, r.Verdict)
			if r.Verdict == sudoku.Unique && !solver.Complete || r.Verdict == sudoku.Impossible && !solver.Complete {
				t.Errorf("%s proved %s", solver.ID, r.Verdict)
			}
			return nil
		})
	if err != nil || bad != 0 || !slices.Equal(got, want) {
		t.Errorf("%v, %d bad, %v; want %v", got, bad, err, want)
	}
}

func TestRaceThatNobodyCanWin(t *testing.T) {
	env := raceEnv()
	in := []*input.Input{input.Text("1.3.............")}
	show := func(sudoku.Info, *sudoku.Result) error { return nil }
	var request *work.RequestError
	if _, err := ask.Race(t.Context(), env, ask.SolveRequest{Inputs: in}, []string{"dlx"}, nil, show); !errors.As(err, &request) {
		t.Errorf("one solver alone: %v", err)
	}
	if _, err := ask.Race(t.Context(), env, ask.SolveRequest{Inputs: in}, []string{"dlx", "nobody"}, nil, show); !errors.Is(err, find.ErrNotFound) {
		t.Errorf("a solver that is not there: %v", err)
	}
	ctx, stop := context.WithCancel(t.Context())
	_, err := ask.Race(ctx, env, ask.SolveRequest{Inputs: []*input.Input{input.Text("1.3.............\n1.4.............")}},
		[]string{"dlx", "entropybt"}, nil, func(sudoku.Info, *sudoku.Result) error { stop(); return nil })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("stopped after the first puzzle: %v", err)
	}
}
