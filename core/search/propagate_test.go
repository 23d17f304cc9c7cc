package search

import (
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// What clauses leave takes in no conclusion of the houses: a thermometer brings its bulb to one digit, which stays in the
// rest of the column.
func TestHeed(t *testing.T) {
	p, err := sudoku.ParsePuzzle("4:~thermo:r1c1234")
	if err != nil {
		t.Fatal(err)
	}
	e := New(p.Geometry())
	if !e.Load(p) || !e.Heed() {
		t.Fatal("a contradiction")
	}
	if top, below := e.Candidates(0), e.Candidates(4); top.Len() != 1 || below.Len() != 4 {
		t.Errorf("r1c1 may hold %b, r2c1 %b", top, below)
	}
	p, err = sudoku.ParsePuzzle("4:2...............~thermo:r1c1234")
	if err != nil {
		t.Fatal(err)
	}
	if e.Load(p) && e.Heed() {
		t.Error("2, 3, 4 and nothing is no contradiction")
	}
}
