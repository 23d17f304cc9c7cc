package search

import (
	"math/rand/v2"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
)

// TestTogether has sums without common cells, alone and together, strike only what no solution has.
func TestTogether(t *testing.T) {
	compareMany(t, 600, func(rng *rand.Rand, n int, hidden sudoku.Grid) (list []clause.Clause) {
		cells := rng.Perm(len(hidden))
		for len(cells) >= 5 && len(list) < 5 {
			size := 2 + rng.IntN(4)
			c := clause.Clause{Kind: clause.Sum, Cells: cells[:size]}
			total := 0
			for _, cell := range c.Cells {
				total += int(hidden[cell])
			}
			c.Total = []clause.Range{{Low: total, High: total}}
			list, cells = append(list, c), cells[size:]
		}
		return list
	})
}
