package pattern_test

import (
	"testing"

	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/pattern"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/rulestest"
)

var twins = []rulestest.Case{
	{
		Name: "siamese_x_wing", Make: pattern.SiameseFish(2),
		Board: ".+234...89.5..8.1.37.....4..........58.+5.1.36...453...731.26..............6.3.....",
		Cells: "r2c6, r2c8, r5c6 and r5c9",
		Does:  "2 from r3c9, r4c8 and r6c8",
		Text: "In row 2 and row 5, 2 makes a fish but for r5c9; this removes 2 from r4c8 and r6c8. " +
			"And: In row 2 and row 5, 2 makes a fish but for r2c8; this removes 2 from r3c9.",
		Without: "r1c2",
	},
	{
		Name: "siamese_swordfish", Make: pattern.SiameseFish(3),
		Board: ".2......94.6.8.123...1+2.........4.958.....3.46...3.....17..5...5.....63..+683.1...",
		Cells: "r3c7, r3c8, r7c4, r7c5, r7c7, r7c8, r9c5, r9c7 and r9c8",
		Does:  "4 from r8c4 and r8c5",
		Text: "In row 3, row 7 and row 9, 4 makes a fish but for r7c5 and r9c5; this removes 4 from " +
			"r8c4. And: In row 3, row 7 and row 9, 4 makes a fish but for r7c4; this removes 4 from " +
			"r8c5.",
		Without: "r3c5",
	},
	{
		Name: "dual_two_string_kite", Make: pattern.DualKite,
		Board: ".+234...89.5..8.1.37.....4..........58.+5.1.36...453...731.26.....+4........6.3.....",
		Cells: "r5c9, r5c6, r4c5, r3c5 and r9c5",
		Does:  "2 from r3c9; 4 from r9c9",
		Text: "2 has two places in row 5 and two in column 5; r5c6 and r4c5 exclude each other, so it " +
			"stands in r5c9 or r3c5; this removes 2 from r3c9. And: 4 has two places in row 5 and " +
			"two in column 5; r5c6 and r4c5 exclude each other, so it stands in r5c9 or r9c5; this " +
			"removes 4 from r9c9.",
		Without: "r1c2",
	},
	{
		Name: "dual_empty_rectangle", Make: pattern.DualRectangle,
		Board: ".2+3.567.........2..8912...6...67...5..5.1236.69.538...3..2....854.8..6.19...4....",
		Cells: "r2c9, r3c8, r2c4, r9c4, r8c8 and r8c6",
		Does:  "3 from r2c6 and r9c8",
		Text: "In box 3, 3 stands in row 2 or column 8; in column 4 it stands in r2c4 or r9c4; this " +
			"removes 3 from r9c8. And: In box 3, 3 stands in column 8 or row 2; in row 8 it stands " +
			"in r8c8 or r8c6; this removes 3 from r2c6.",
		Without: "r1c3",
	},
}

// TestTwins shows twins of each kind, and boards that a few candidates more spoil.
func TestTwins(t *testing.T) { rulestest.Check(t, twins) }
