package search

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
)

// TestExtraHouses has N cells anywhere that differ strike only what no solution has.
func TestExtraHouses(t *testing.T) {
	compareMany(t, 600, func(rng *rand.Rand, n int, hidden sudoku.Grid) (list []clause.Clause) {
		for range 1 + rng.IntN(3) {
			cells := make([]int, n)
			for d := range cells {
				for cells[d] = rng.IntN(len(hidden)); int(hidden[cells[d]]) != d+1; {
					cells[d] = rng.IntN(len(hidden))
				}
			}
			list = append(list, clause.Clause{Kind: clause.Differ, Cells: cells})
		}
		return list
	})
}

// TestHiddenSingle finds the only place that givens leave a digit in a region; a row that is named again is no other house.
func TestHiddenSingle(t *testing.T) {
	p := parse(t, "9/l:..............1..........1............................1...................1......"+
		"~extra:r2c123r3c123r4c123~extra:r1")
	e := New(p.Geometry())
	if !e.Load(p) || !e.Propagate() {
		t.Fatal("a contradiction")
	}
	houses := 0
	for _, q := range e.clauses.all {
		if h, ok := q.(*house); ok && slices.Contains(h.of, 10) {
			houses++
		}
	}
	if houses != 3 {
		t.Errorf("r2c2 is in %d houses instead of a row, a column and a region", houses)
	}
	if e.Candidates(28) != 1 {
		t.Errorf("r4c2 keeps %b", e.Candidates(28))
	}
}
