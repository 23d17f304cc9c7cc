package opening

import (
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/rulestest"
)

func TestBegin(t *testing.T) {
	o := New(2)
	if !o.Begin(rulestest.Puzzle(t, rulestest.Easy).Givens()) || o.Left != 52 {
		t.Errorf("%d cells are left of an easy puzzle", o.Left)
	}
	for _, second := range []int{8, 72, 20} { // of the row, the column and the box
		givens := make(sudoku.Grid, 81)
		givens[0], givens[second] = 7, 7
		if o.Begin(givens) {
			t.Errorf("cells 0 and %d hold the same digit, which is no clash", second)
		}
	}
}

func TestPlay(t *testing.T) {
	o := New(2)
	p := rulestest.Puzzle(t, rulestest.Easy)
	if !o.Begin(p.Givens()) || !o.Play(0) || o.Left != 0 {
		t.Fatalf("%d cells are left of an easy puzzle", o.Left)
	}
	if want := rulestest.Solutions(p, 1)[0]; string(o.Values[:]) != string(want) {
		t.Errorf("solved as %v, want %v", o.Values, want)
	}
	if o.Begin(rulestest.Puzzle(t, rulestest.NoSolution).Givens()) && o.Play(0) && o.Left == 0 {
		t.Error("an impossible puzzle was solved")
	}
	p = rulestest.Puzzle(t, rulestest.TwoSolutions)
	if !o.Begin(p.Givens()) || !o.Play(0) || o.Left == 0 {
		t.Errorf("%d cells are left of a puzzle with two solutions", o.Left)
	}
}
