package pattern_test

import (
	"testing"

	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/pattern"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/rulestest"
)

// TestHiddenSet shows digits that need as many cells, and boards that a few candidates more spoil.
func TestHiddenSet(t *testing.T) {
	rulestest.Check(t, []rulestest.Case{
		{
			Name: "hidden_pair", Make: pattern.HiddenSet(2),
			Board:   "12.+4...89.5.7891..7.9..3.5.2..6.4..5...91.364.94.....7.....5..8.....76......4...2",
			Cells:   "r2c8 and r3c7",
			Does:    "3 from r2c8",
			Text:    "In box 3, 2 and 4 can only stand in r2c8 and r3c7; this removes 3 from r2c8.",
			Without: "r1c4",
		},
		{
			Name: "hidden_triplet", Make: pattern.HiddenSet(3),
			Board: "1.....78.456...+1237....+34.6..16...9.8....236.6..5.82.7..726.9......976.1.....15..",
			Cells: "r4c1, r4c2 and r4c5",
			Does:  "4 from r4c2 and r4c5; 5 from r4c1",
			Text: "In row 4, 2, 3 and 7 can only stand in r4c1, r4c2 and r4c5; this removes 4 from r4c2 " +
				"and r4c5; 5 from r4c1.",
			Without: "r3c6",
		},
		{
			Name: "hidden_quad", Make: pattern.HiddenSet(4),
			Board: ".+23.5678..567..12..8..2.....3...4...87+5..2.6.6.+453.21..1..659...4.897631...3...7.",
			Cells: "r3c3, r4c3, r7c3 and r9c3",
			Does:  "2 from r4c3, r7c3 and r9c3",
			Text: "In column 3, 1, 7, 8 and 9 can only stand in r3c3, r4c3, r7c3 and r9c3; this removes 2 " +
				"from r4c3, r7c3 and r9c3.",
			Without: "r6c3",
		},
		{
			Name: "direct_hidden_pair", Make: pattern.DirectSet(2),
			Board:   "+1.34....94.678...3.8.1.345+6..1.7.8.+5.7..1..64...5.8.1.3...6.9...4..9763.9...4...2",
			Cells:   "r7c9 and r8c9",
			Does:    "7 in r6c9",
			Text:    "In column 9, 1 and 8 take r7c9 and r8c9, so the only place left for 7 is r6c9.",
			Without: "r3c9",
		},
		{
			Name: "direct_hidden_triplet", Make: pattern.DirectSet(3),
			Board:   "..34..+7.94.678.+1.3.8.1.345...1.7.8...7..1..64...5.8.1.3...6.9...4..9763.9...4...2",
			Cells:   "r4c9, r7c9 and r8c9",
			Does:    "7 in r6c9",
			Text:    "In column 9, 1, 5 and 8 take r4c9, r7c9 and r8c9, so the only place left for 7 is r6c9.",
			Without: "r1c7",
		},
	})
}
