package pattern_test

import (
	"testing"

	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/pattern"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/rulestest"
)

// TestLockedSet shows sets in the crossing of a box and a line, and boards that a few candidates more spoil.
func TestLockedSet(t *testing.T) {
	rulestest.Check(t, []rulestest.Case{
		{
			Name: "locked_pair", Make: pattern.LockedSet(2),
			Board: ".2.4..7.....7....3.8912....2.1.7..95...........4.+3.2.7....+65...5..89.6...68.....2",
			Cells: "r1c5 and r2c5",
			Does:  "5 from r5c5; 8 from r1c6, r2c6 and r5c5",
			Text: "r1c5 and r2c5, in box 2 and in column 5, hold 5 and 8 between them; this removes 5 from " +
				"r5c5; 8 from r1c6, r2c6 and r5c5.",
			Without: "r7c5",
		},
		{
			Name: "locked_triplet", Make: pattern.LockedSet(3),
			Board: "..345.7..4..7..1...8.1....62.+1+6748958.....3.4...5..+2......6...8.4.....3.96...1...",
			Cells: "r5c4, r5c5 and r5c6",
			Does:  "1 from r5c8 and r6c5; 9 from r5c2, r5c3, r6c5 and r6c6",
			Text: "r5c4, r5c5 and r5c6, in box 5 and in row 5, hold 1, 2 and 9 between them; this removes " +
				"1 from r5c8 and r6c5; 9 from r5c2, r5c3, r6c5 and r6c6.",
			Without: "r4c4",
		},
	})
}
