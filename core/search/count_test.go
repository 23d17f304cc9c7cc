package search

import (
	"math/rand/v2"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
)

// TestCounts has counts of sets, alone and of several sets over the same cells, strike only what no solution has.
func TestCounts(t *testing.T) {
	compareMany(t, 600, func(rng *rand.Rand, n int, hidden sudoku.Grid) (list []clause.Clause) {
		for range 1 + rng.IntN(2) {
			cells := rng.Perm(len(hidden))[:1+rng.IntN(len(hidden)/2)]
			for used := clause.Digits(0); len(list) < 8 && rng.IntN(3) > 0; {
				set := clause.Digits(1+rng.IntN(1<<n-1)) &^ (used * clause.Digits(rng.IntN(2)))
				if set == 0 {
					continue
				}
				used |= set
				c := clause.Clause{Kind: clause.Count, Cells: cells}
				total := 0
				for _, cell := range cells {
					if c.Digits = append(c.Digits, set); set.Has(int(hidden[cell])) {
						total++
					}
				}
				c.Total = []clause.Range{{Low: total - rng.IntN(2), High: total + rng.IntN(3)}}
				if gap := rng.IntN(3); gap > 0 {
					c.Total = append(c.Total, clause.Range{Low: total + 2 + gap, High: total + 3 + gap})
				}
				list = append(list, c)
			}
		}
		return list
	})
}

// TestTally fills corners with named digits: four of them leave no room for a fifth, and each that has to be in a row of
// them leaves the rest of the row. Digits of circles add up to the circles.
func TestTally(t *testing.T) {
	p := parse(t, "9:~quad=1.2.3.4:r3c3r3c4r4c3r4c4~contain=5.6:r1c1r1c2")
	e := New(p.Geometry())
	if !e.Load(p) || !e.Propagate() {
		t.Fatal("a contradiction")
	}
	for _, c := range []int{20, 21, 29, 30} {
		if got := e.Candidates(c); got != sudoku.AllDigits(4) {
			t.Errorf("cell %d of four that hold 1 2 3 4 keeps %b", c, got)
		}
	}
	if got := e.Candidates(8); got.Has(5) || got.Has(6) {
		t.Errorf("r1c9 keeps %b though r1c1 and r1c2 hold 5 and 6", got)
	}
	if q := parse(t, "9:~contain=1.1.2:r1c1r1c2r2c1"); e.Load(q) && e.Propagate() {
		t.Error("two ones in a box are no contradiction")
	}
	if q := parse(t, "9:~circles:r1c1r1c2"); e.Load(q) && e.Propagate() {
		t.Error("two circles hold a two each or a one and another one, but are in a row")
	}
	q := parse(t, "9:~circles:r1c1r2c4r3c7")
	if !e.Load(q) || !e.Propagate() || e.Candidates(0) != sudoku.AllDigits(3) {
		t.Errorf("three circles hold threes, or a one and two twos: %b", e.Candidates(0))
	}
}
