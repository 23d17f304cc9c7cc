package pattern_test

import (
	"testing"

	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/pattern"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/rulestest"
)

// TestFish shows fish, and boards that a few candidates more spoil.
func TestFish(t *testing.T) {
	rulestest.Check(t, []rulestest.Case{
		{
			Name: "x_wing", Make: pattern.Fish(2),
			Board: ".2..5...9......1.37....3.5..3.6.4.......1..6.6....8..7....6.9..+5428.7...+9.8...5..",
			Cells: "r1c1, r7c1, r1c3 and r7c3",
			Does:  "3 from r7c4 and r7c8",
			Text: "In column 1 and column 3, 3 can only stand in row 1 and row 7; this removes 3 from r7c4 " +
				"and r7c8.",
			Without: "r8c1",
		},
		{
			Name: "swordfish", Make: pattern.Fish(3),
			Board: "..34.678.......1...+8912.....3..+74.9..75.1....69..3.2.7........85..8.76.......1...",
			Cells: "r2c2, r7c2, r9c2, r2c3, r7c3, r9c3, r7c5 and r9c5",
			Does:  "6 from r2c8, r2c9, r7c4 and r9c4",
			Text: "In column 2, column 3 and column 5, 6 can only stand in row 2, row 7 and row 9; this " +
				"removes 6 from r2c8, r2c9, r7c4 and r9c4.",
			Without: "r3c2",
		},
		{
			Name: "jellyfish", Make: pattern.Fish(4),
			Board:  ".2+3...7+8..5...9.2.+7..12..+56.316.48..8...+12.+646...38.+1.3...65.48......63..+6+8+3415..",
			Struck: "9r4c1 9r4c9 9r6c9 9r9c9",
			Cells:  "r1c1, r8c1, r9c1, r4c5, r8c5, r4c8, r9c8, r1c9 and r8c9",
			Does:   "9 from r8c2, r8c3 and r8c4",
			Text: "In column 1, column 5, column 8 and column 9, 9 can only stand in row 1, row 4, row 8 " +
				"and row 9; this removes 9 from r8c2, r8c3 and r8c4.",
			Without: "9r6c9",
		},
	})
}
