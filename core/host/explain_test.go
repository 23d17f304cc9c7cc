//go:build unix

package host_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/host/lifecycle"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

func TestStepsAreChecked(t *testing.T) {
	p := open(t, newHost(t, quick), "sloppy")
	for item := range puzzles(2, 1) {
		steps := 0
		err := p.Explain(t.Context(), item.Puzzle, func(sudoku.Step) bool { steps++; return true })
		want, most := "step 1: no candidate of 4: digit 1 in cell 4000000000", 0
		if item.Number == 1 {
			want, most = "more than 1128 steps", 1128
		}
		if !errors.Is(err, lifecycle.ErrProtocol) || !strings.Contains(err.Error(), want) || steps != most {
			t.Errorf("%d steps, %v", steps, err)
		}
	}
	if p.State() != lifecycle.Ready {
		t.Errorf("state %v", p.State())
	}
}

func TestListedStepsAreChecked(t *testing.T) {
	p := open(t, newHost(t, quick), "sloppy")
	for value, want := range []string{"", "digit 99 in cell 1", "a link of kind 200", "40000 links with 80000 candidates", "no cell of 6: 36",
		"constraint 2 of 2", "3 constraints of 2"} {
		puzzle := sudoku.MustPuzzle(sudoku.MustGeometry("6"), nil, sudoku.ConstraintText("~cage=3:r1c12~cage=3:r2c45"))
		state := &sudoku.State{Puzzle: puzzle, Values: make(sudoku.Grid, 36), Candidates: puzzle.Candidates()}
		state.Values[0] = uint8(value)
		steps := 0
		err := p.ListSteps(t.Context(), state, func(s sudoku.Step) bool { steps++; return true })
		switch {
		case want == "" && (err != nil || steps != 1):
			t.Errorf("%d steps, %v", steps, err)
		case want != "" && (!errors.Is(err, lifecycle.ErrProtocol) || !strings.Contains(err.Error(), want) || steps != 0):
			t.Errorf("%d steps, %v; want %q", steps, err, want)
		}
		state.Values = state.Values[1:]
		if err := p.ListSteps(t.Context(), state, nil); err == nil || errors.Is(err, lifecycle.ErrProtocol) {
			t.Errorf("a state with too few values: %v", err)
		}
	}
}

func TestAnExplainerThatListsNothing(t *testing.T) {
	p := open(t, newHost(t, quick), "echo")
	puzzle := sudoku.MustPuzzle(sudoku.MustGeometry("4"), nil)
	err := p.ListSteps(t.Context(), &sudoku.State{Puzzle: puzzle, Values: puzzle.Givens()}, func(sudoku.Step) bool { return true })
	if !errors.Is(err, sudoku.ErrUnsupported) {
		t.Errorf("%v", err)
	}
}

// The host sends no puzzle that the plugin does not take: whoever wrote the plugin need not have thought of it.
func TestExplainersSeeOnlyWhatTheyTake(t *testing.T) {
	h := newHost(t, quick)
	p := open(t, h, "sloppy")
	h.Close() // nobody is there to be asked
	soft := sudoku.Soft(sudoku.SoftClue{Cell: 1, Allowed: sudoku.DigitSet(1, 2)})
	puzzle := sudoku.MustPuzzle(sudoku.MustGeometry("4"), nil, soft)
	err := p.Explain(t.Context(), puzzle, func(sudoku.Step) bool { return true })
	if !errors.Is(err, sudoku.ErrUnsupported) || !strings.Contains(err.Error(), "soft clues") {
		t.Errorf("%v", err)
	}
}
