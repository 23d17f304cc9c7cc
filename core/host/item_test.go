//go:build unix

package host_test

import (
	"errors"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/host"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// What came before an error of the input is answered, then the error is returned.
func TestAnErrorOfTheInputEndsIt(t *testing.T) {
	p := open(t, newHost(t, host.Options{}), "honest")
	unreadable := errors.New("unreadable")
	input := func(yield func(host.Item, error) bool) {
		for item := range puzzles(700) {
			if !yield(item, nil) {
				return
			}
		}
		yield(host.Item{}, unreadable)
	}
	results, err := collect(t.Context(), t, p, input, host.SolveOptions{Ordered: true})
	if !errors.Is(err, unreadable) || len(results) != 700 {
		t.Errorf("%d results, %v", len(results), err)
	}
}

func TestSolveOne(t *testing.T) {
	p := open(t, newHost(t, quick), "honest")
	for item := range puzzles(3, 1) {
		r, err := p.SolveOne(t.Context(), item.Puzzle, host.SolveOptions{Ask: sudoku.Ask{Limit: 2}})
		want := sudoku.Unique
		if item.Number == 1 {
			want = sudoku.Multiple
		}
		if err != nil || r.Verdict != want {
			t.Errorf("puzzle %d: %v, %v", item.Number, r.Verdict, err)
		}
	}
}
