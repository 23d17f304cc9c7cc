package pattern_test

import (
	"testing"

	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/pattern"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/rulestest"
)

// TestNakedSet shows cells that hold as many digits, and boards that a few candidates more spoil.
func TestNakedSet(t *testing.T) {
	rulestest.Check(t, []rulestest.Case{
		{
			Name: "naked_pair", Make: pattern.NakedSet(2),
			Board:  ".234..7.94...8....7.......6.......95....1..64.9.5.82......6....542........83...72",
			Struck: "8r8c8",
			Cells:  "r6c8 and r8c8",
			Does:   "1 from r1c8, r2c8, r3c8 and r7c8; 3 from r2c8, r3c8 and r7c8",
			Text: "In column 8, r6c8 and r8c8 hold 1 and 3 between them; this removes 1 from r1c8, r2c8, " +
				"r3c8 and r7c8; 3 from r2c8, r3c8 and r7c8.",
			Without: "8r8c8",
		},
		{
			Name: "naked_triplet", Make: pattern.NakedSet(3),
			Board:   ".........456.8.1..78...3....3.+6.4..5...91.+3..6.4.3.2.7...26...85......31......5..",
			Cells:   "r4c7, r4c8 and r6c8",
			Does:    "8 from r5c8",
			Text:    "In box 6, r4c7, r4c8 and r6c8 hold 1, 8 and 9 between them; this removes 8 from r5c8.",
			Without: "r4c4",
		},
		{
			Name: "naked_quad", Make: pattern.NakedSet(4),
			Board: "1..45.7.+94.....123.89...4..23..7+489.+8+7591+23....4.....7........+8...8..6...6.3..5.2",
			Cells: "r6c1, r6c2, r6c4 and r6c8",
			Does:  "5 from r6c6; 6 from r6c5 and r6c6",
			Text: "In row 6, r6c1, r6c2, r6c4 and r6c8 hold 1, 5, 6 and 9 between them; this removes 5 " +
				"from r6c6; 6 from r6c5 and r6c6.",
			Without: "r5c1",
		},
	})
}
