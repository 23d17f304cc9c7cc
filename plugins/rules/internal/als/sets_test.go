package als_test

import (
	"testing"

	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/als"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/rulestest"
)

// TestWing shows wings, and boards that a few candidates more spoil.
func TestWing(t *testing.T) {
	rulestest.Check(t, []rulestest.Case{
		{
			Name: "als_xz", Make: als.XZ,
			Board:  "12..+5.7.+9.56..91....9....5.2....4.+95.7+59..3..69.5....73+1...5+948+5+4.89....96+8..1+5..",
			Struck: "4r3c1 6r8c6",
			Cells:  "r2c9, r9c9, r2c1, r3c1 and r3c2",
			Does:   "3 from r3c9",
			Text: "r2c9 and r9c9 hold 2, 3 and 4, r2c1, r3c1 and r3c2 hold 3, 4, 7 and 8, and 4 is in one " +
				"of the two sets only; this removes 3 from r3c9.",
			Without: "4r3c1",
		},
		{
			Name: "als_xy_wing", Make: als.Wing,
			Board: ".2...6..9......12.789.......3.67.....7..1......4...2..+3.72....85..8..6...6.3.15.2",
			Cells: "r1c1, r2c1, r1c3, r2c1, r2c2 and r2c3",
			Does:  "6 from r2c9",
			Text: "r1c1 cannot lose both 4 to r2c1 and 1 and 4 to r1c3, r2c1, r2c2 and r2c3, so one of " +
				"these two is locked; this removes 6 from r2c9.",
			Without: "r7c1",
			Others:  true,
		},
	})
}
