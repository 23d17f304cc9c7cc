package pattern_test

import (
	"testing"

	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/pattern"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/rulestest"
)

var singles = []rulestest.Case{
	{
		Name: "hidden_single_box", Make: pattern.HiddenSingle,
		Board:   "1...5.78..5.7..1.3.+8...3..6..16.+48..8.5..2.646.45..217...26.9.8.4.8.7.....8+3...7.",
		Cells:   "r9c5",
		Does:    "4 in r9c5",
		Text:    "In box 8 the only place left for 4 is r9c5.",
		Without: "r4c6",
	},
	{
		Name: "naked_single", Make: pattern.NakedSingle,
		Board:   "1...5.78..5.7..1.3.....3+4+56..16..8..8.5..2+3646.45..217...26.9.8.4.8.7.....8....7.",
		Cells:   "r4c8",
		Does:    "9 in r4c8",
		Text:    "9 is the only digit left for r4c8; its houses hold all others.",
		Without: "r3c8",
	},
	{
		Name: "last_cell", Make: pattern.LastCell,
		Board:   ".+23.5678..567..12..8..2.....3...4...87...2.6.6+9.53.21..1..659...4.897631...3...7.",
		Cells:   "r9c2",
		Does:    "6 in r9c2",
		Text:    "In column 2 the only place left for 6 is r9c2.",
		Without: "r1c2",
	},
	{
		Name: "hidden_single", Make: pattern.HiddenSingle,
		Board:   ".2...6..9+45+6.891..7.+9.+2..5+62.1........+5..2.64.94.3......72.......+28..63...8.41...",
		Cells:   "r8c2",
		Does:    "4 in r8c2",
		Text:    "In row 8 the only place left for 4 is r8c2.",
		Without: "r2c1",
	},
}

// TestSingles shows a last cell, hidden singles and a naked single, and boards that a few candidates more spoil.
func TestSingles(t *testing.T) { rulestest.Check(t, singles) }
