package pattern_test

import (
	"testing"

	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/pattern"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/rulestest"
)

// TestBentSet shows bent sets, and boards that a few candidates more spoil.
func TestBentSet(t *testing.T) {
	rulestest.Check(t, []rulestest.Case{
		{
			Name: "wxyz_wing", Make: pattern.BentSet(4),
			Board: ".234..7.+9...78.1..7.9..3..62..6....5......3..6..5..+2..3.7.6...8.42..7+6.+1........2",
			Cells: "r7c7, r9c7, r5c9 and r6c9",
			Does:  "4 from r4c7",
			Text: "r7c7, r9c7, r5c9 and r6c9 hold 4, 5, 7 and 9 between them, and all but 4 at most once; " +
				"so it stands in one of r7c7, r9c7, r5c9 and r6c9; this removes 4 from r4c7.",
			Without: "r1c9",
		},
		{
			Name: "vwxyz_wing", Make: pattern.BentSet(5),
			Board:  "..3......45..8.....8.1...5623...489.......3..6......17+31.26..48.....7....6.34....",
			Struck: "7r3c3",
			Cells:  "r3c3, r7c3, r9c3, r8c1 and r9c1",
			Does:   "9 from r8c3",
			Text: "r3c3, r7c3, r9c3, r8c1 and r9c1 hold 2, 5, 7, 8 and 9 between them, and all but 9 at " +
				"most once; so it stands in one of r3c3, r7c3, r9c3, r8c1 and r9c1; this removes 9 from " +
				"r8c3.",
			Without: "7r3c3",
		},
	})
}
