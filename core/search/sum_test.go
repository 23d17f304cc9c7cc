package search

import (
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// TestParts has three cells of a box that differ add 24 at most, so that each of two boxes has 22 or more of 46.
func TestParts(t *testing.T) {
	p := parse(t, "9:~sum=46:r1c1r2c2r3c3r4c4r5c5r6c6")
	e := New(p.Geometry())
	if !e.Load(p) || !e.Propagate() {
		t.Fatal("a contradiction")
	}
	for _, c := range []int{0, 10, 20, 30, 40, 50} {
		if got := e.Candidates(c); got != sudoku.AllDigits(9)&^sudoku.AllDigits(4) {
			t.Errorf("cell %d keeps %b", c, got)
		}
	}
	if q := parse(t, "9:~sum=49:r1c1r2c2r3c3r4c4r5c5r6c6"); e.Load(q) && e.Propagate() {
		t.Error("49 is no contradiction")
	}
}
