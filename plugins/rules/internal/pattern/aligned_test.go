package pattern_test

import (
	"testing"

	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/pattern"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/rulestest"
)

// TestAligned shows aligned exclusions, and boards that a few candidates more spoil.
func TestAligned(t *testing.T) {
	rulestest.Check(t, []rulestest.Case{
		{
			Name: "aligned_pair_exclusion", Make: pattern.Aligned(2),
			Board: ".........456+78.1..78...3....3.+6.4..5...91....6.4+53.2.7...26...85......31......5..",
			Cells: "r1c4, r1c5, r2c6 and r3c4",
			Does:  "4 from r1c5",
			Text: "Every way to fill r1c4 and r1c5 with one of these candidates leaves no candidate for " +
				"one of r2c6 and r3c4; this removes 4 from r1c5.",
			Without: "r2c4",
		},
		{
			Name: "aligned_triplet_exclusion", Make: pattern.Aligned(3),
			Board:  "+12......94.6.8.123.+8.1+2+3..+6.+3...4.958.....3.46...3..+1..17..5...5.....63+1.+683.1...",
			Struck: "9r2c2 5r5c2 9r5c3 9r6c3",
			Cells:  "r6c2, r9c1, r5c2, r4c1 and r8c2",
			Does:   "4 from r6c2",
			Text: "Every way to fill r6c2, r9c1 and r5c2 with one of these candidates leaves no candidate " +
				"for one of r4c1 and r8c2; this removes 4 from r6c2.",
			Without: "5r5c2",
		},
	})
}
