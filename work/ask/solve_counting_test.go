package ask_test

import (
	"context"
	"errors"
	"iter"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/work"
	"github.com/sudokuctl/sudokuctl/work/ask"
	"github.com/sudokuctl/sudokuctl/work/input"
	"github.com/sudokuctl/sudokuctl/work/record"
	"github.com/sudokuctl/sudokuctl/work/worktest"
)

// endless is a solver that answers its first puzzle, finds solutions of the second, and goes on until it is stopped.
type endless struct{ work.Plugin }

func (endless) Solve(ctx context.Context, puzzles iter.Seq2[runner.Item, error], o runner.Options,
	emit func(uint64, sudoku.Result) error) error {
	var items []runner.Item
	for item := range puzzles {
		items = append(items, item)
	}
	if err := emit(items[0].Number, sudoku.Result{Puzzle: items[0].Puzzle, Verdict: sudoku.Multiple, Count: 288}); err != nil {
		return err
	}
	o.Progress(items[1].Number, 7)
	o.Progress(items[1].Number, 70)
	<-ctx.Done()
	return ctx.Err()
}

// A count that takes more than a second is estimated; who ends it gets what is sure.
func TestALongCountIsEstimatedAndEnded(t *testing.T) {
	env := worktest.Env("entropybt")
	open := env.Open
	env.Open = func(ctx context.Context, id string, settings map[string]any) (work.Plugin, error) {
		p, err := open(ctx, id, settings)
		return endless{p}, err
	}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	empty := strings.Repeat(".", 16) + "\n"
	var guess record.Estimate
	var got []sudoku.Result
	_, err := ask.Solve(ctx, env, ask.SolveRequest{Inputs: []*input.Input{input.Text(empty + empty + empty)}, CountOnly: true,
		Estimated: func(_ *sudoku.Puzzle, e record.Estimate) { guess = e; stop() }}, nil,
		func(_ sudoku.Info, r *sudoku.Result) error { got = append(got, *r); return nil })
	if !errors.Is(err, context.Canceled) || len(got) != 2 || got[0].Count != 288 || got[1].Count != 70 ||
		got[1].Verdict != sudoku.Multiple || got[1].Err == nil {
		t.Errorf("%v, %v", got, err)
	}
	if guess.Low > 288 || guess.High < 288 || guess.Mean < 144 || guess.Mean > 576 {
		t.Errorf("%+v for 288 solutions", guess)
	}
}
