package search

import (
	"math/rand/v2"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
)

// TestWideSums has sums of many cells, and of large weights, strike only what no solution has.
func TestWideSums(t *testing.T) {
	compareMany(t, 600, func(rng *rand.Rand, n int, hidden sudoku.Grid) (list []clause.Clause) {
		for range 1 + rng.IntN(3) {
			c := clause.Clause{Kind: clause.Sum, Cells: rng.Perm(len(hidden))[:2+rng.IntN(len(hidden)-2)]}
			weights := [][]int{{1}, {1, 1, 1, -1}, {1, 1, 1, 1, -10}, {-1, -1, 1}, {100, 10, 1}, {1, 1, 1, 0}}[rng.IntN(6)]
			total := 0
			for _, cell := range c.Cells {
				w := weights[rng.IntN(len(weights))]
				c.Weights = append(c.Weights, w)
				total += w * int(hidden[cell])
			}
			c.Total = []clause.Range{{Low: total - rng.IntN(3), High: total + rng.IntN(2)}}
			if rng.IntN(3) == 0 {
				c.Total = append(c.Total, clause.Range{Low: total + 5, High: total + 6})
			}
			list = append(list, c)
		}
		return list
	})
}

// TestHousesOffSums finds what is left of a long arrow when rows are taken off it: the tens of its circle, and a cell that
// it lacks.
func TestHousesOffSums(t *testing.T) {
	p := parse(t, "9:~sum=176:r1c12345678r2r3r4")
	e := New(p.Geometry())
	if !e.Load(p) || !e.Propagate() || e.Candidates(8) != 1<<3 {
		t.Errorf("r1c9 keeps %b instead of 4", e.Candidates(8))
	}
	q := parse(t, "9:~arrow:r9c12-r1r2c12345")
	if !e.Load(q) || !e.Propagate() || e.Candidates(72) != 0b1100000 {
		t.Errorf("the tens of 45 and 16 to 34 are %b instead of 6 and 7", e.Candidates(72))
	}
	if q = parse(t, "9:~arrow:r9c12-r1r2"); e.Load(q) && e.Propagate() {
		t.Error("90 in two digits is no contradiction")
	}
}
