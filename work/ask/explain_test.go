package ask_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/work"
	"github.com/sudokuctl/sudokuctl/work/ask"
	"github.com/sudokuctl/sudokuctl/work/worktest"
)

// What is listed for a state takes in what somebody has entered and ruled out.
func TestListSteps(t *testing.T) {
	env := worktest.Env("dlx", "rules")
	p, err := sudoku.ParsePuzzle("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
	if err != nil {
		t.Fatal(err)
	}
	list := func(s *sudoku.State, explainer string) (steps []sudoku.Step, err error) {
		err = ask.Steps(t.Context(), env, ask.StepsRequest{State: s, Explainer: explainer},
			func(s sudoku.Step) bool { steps = append(steps, s); return true })
		return steps, err
	}
	steps, err := list(&sudoku.State{Puzzle: p, Values: p.Givens()}, "")
	if err != nil || len(steps) < 10 {
		t.Fatalf("%d steps, %v", len(steps), err)
	}
	first := steps[0].Place[0]
	places := func(s sudoku.Step) bool { return slices.Contains(s.Place, first) }
	values := p.Givens().Clone()
	values[first.Cell] = uint8(first.Digit)
	if steps, err = list(&sudoku.State{Puzzle: p, Values: values}, "rules"); err != nil || slices.ContainsFunc(steps, places) {
		t.Errorf("after %v was entered, it is listed still, or %v", first, err)
	}
	ruledOut := p.Candidates()
	ruledOut[first.Cell] = ruledOut[first.Cell].Without(first.Digit)
	if steps, err = list(&sudoku.State{Puzzle: p, Values: p.Givens(), Candidates: ruledOut}, ""); slices.ContainsFunc(steps, places) {
		t.Errorf("after %v was ruled out, it is listed still, or %v", first, err)
	}
	var request *work.RequestError
	if _, err := list(&sudoku.State{Puzzle: p, Values: p.Givens()}, "dlx"); !errors.As(err, &request) {
		t.Errorf("a solver listed steps: %v", err)
	}
	if _, err := list(&sudoku.State{Puzzle: p, Values: values[1:]}, ""); err == nil {
		t.Error("a state with too few values was taken")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	err = ask.Steps(ctx, env, ask.StepsRequest{State: &sudoku.State{Puzzle: p, Values: p.Givens()}},
		func(sudoku.Step) bool { return true })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled, but %v", err)
	}
}
