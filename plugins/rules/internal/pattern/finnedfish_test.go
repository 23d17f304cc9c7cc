package pattern_test

import (
	"testing"

	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/pattern"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/rulestest"
)

// TestFinnedFish shows fish with fins, and boards that a few candidates more spoil.
func TestFinnedFish(t *testing.T) {
	rulestest.Check(t, []rulestest.Case{
		{
			Name: "finned_x_wing", Make: pattern.FinnedFish(2, false),
			Board:   "1......+8....7.9.2..891.3.....16..8......1.3..6..5.8.173.7.6...85..8..6+3.9....1..2",
			Cells:   "r5c4, r7c4, r4c8, r5c8 and r7c8",
			Does:    "9 from r5c9",
			Text:    "In column 4 and column 8, 9 makes a fish but for r4c8; this removes 9 from r5c9.",
			Without: "r1c8",
		},
		{
			Name: "sashimi_x_wing", Make: pattern.FinnedFish(2, true),
			Board:   ".2......94.6.8.123.+8.1..........4.958.....3.46...3.....17..5...5.....63+1.+683.1...",
			Cells:   "r4c4, r4c7, r8c4 and r8c6",
			Does:    "8 from r7c4",
			Text:    "In row 4 and row 8, 8 makes a fish but for r8c6; this removes 8 from r7c4.",
			Without: "r8c9",
		},
		{
			Name: "finned_swordfish", Make: pattern.FinnedFish(3, false),
			Board:   ".2......94.6.8.123...1+2.........4.958.....3.46...3.....17..5...5.....63..+683.1...",
			Cells:   "r3c7, r3c8, r7c4, r7c5, r7c7, r7c8, r9c5, r9c7 and r9c8",
			Does:    "4 from r8c4",
			Text:    "In row 3, row 7 and row 9, 4 makes a fish but for r7c5 and r9c5; this removes 4 from r8c4.",
			Without: "r9c2",
		},
		{
			Name: "sashimi_swordfish", Make: pattern.FinnedFish(3, true),
			Board:   ".2......94.6.8.123.+8.1..........4.958.....3.46...3.....17..5...5.....63+1..83.1...",
			Cells:   "r1c7, r1c8, r4c4, r4c7, r8c4 and r8c6",
			Does:    "8 from r7c4",
			Text:    "In row 1, row 4 and row 8, 8 makes a fish but for r8c6; this removes 8 from r7c4.",
			Without: "r8c9",
		},
		{
			Name: "finned_jellyfish", Make: pattern.FinnedFish(4, false),
			Board: ".........456+78.1..78...3....3...4..5...91....6.4.3.2.7...26+5..85......31.....+15..",
			Cells: "r1c7, r1c8, r4c3, r4c5, r7c2, r7c3, r7c7, r7c8, r9c2, r9c3, r9c5 and r9c8",
			Does:  "7 from r8c3",
			Text: "In row 1, row 4, row 7 and row 9, 7 makes a fish but for r7c2 and r9c2; this removes 7 " +
				"from r8c3.",
			Without: "r2c4",
		},
		{
			Name: "sashimi_jellyfish", Make: pattern.FinnedFish(4, true),
			Board: ".2......94.6.8.123.+8.1..........4.958.....3.46...3..+1..17..5...5.....63+1..83.1...",
			Cells: "r6c6, r8c6, r1c7, r4c7, r6c7, r7c7, r1c8, r7c8, r6c9 and r7c9",
			Does:  "8 from r7c4",
			Text: "In column 6, column 7, column 8 and column 9, 8 makes a fish but for r8c6; this removes " +
				"8 from r7c4.",
			Without: "r8c9",
		},
	})
}
