package uniqueness_test

import (
	"testing"

	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/rulestest"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/uniqueness"
)

var loops = []rulestest.Case{
	{
		Name: "unique_rectangle_1", Make: uniqueness.UniqueLoop,
		Board: "1...56.89...7.9.2...9......23......58....2.64..4.3+8..7.1...5....4...76.19683....+2",
		Cells: "r4c6, r4c5, r9c5 and r9c6",
		Does:  "1 and 4 from r4c5",
		Text: "If r4c6, r4c5, r9c5 and r9c6 held only 1 and 4, these could be exchanged; so r4c5 holds " +
			"something else; this removes 1 and 4 from r4c5.",
		Without: "r6c6",
	},
	{
		Name: "unique_rectangle_2", Make: uniqueness.UniqueLoop,
		Board: "...4567...+5....+1..7.9.2+3.5..3.6....5.....23.46......1..1......85..8..6.1..834.5..",
		Cells: "r8c5, r8c6, r2c6 and r2c5",
		Does:  "8 from r2c1 and r2c8",
		Text: "If r8c5, r8c6, r2c6 and r2c5 held only 7 and 9, these could be exchanged; so one of " +
			"r2c6 and r2c5 holds 8; this removes 8 from r2c1 and r2c8.",
		Without: "r2c7",
	},
	{
		Name: "unique_rectangle_3", Make: uniqueness.UniqueLoop,
		Board: ".2.4.....4+5....1.3.89.2....2.1.7.89..7.....6.......2.......5....+42..7631.683...7.",
		Cells: "r8c4, r8c5, r2c5, r2c4 and r2c3",
		Does:  "6 from r2c6",
		Text: "If r8c4, r8c5, r2c5 and r2c4 held only 8 and 9, these could be exchanged; so r2c5 and " +
			"r2c4 act as one cell with 6 and 7, which makes a naked set of 6 and 7 with r2c3 in row " +
			"2; this removes 6 from r2c6.",
		Without: "r2c2",
	},
	{
		Name: "unique_rectangle_4", Make: uniqueness.UniqueLoop,
		Board: ".2.45..8.4......237.9.....62.1.7..958.....3..+694............9.....8.7....6...1.7.",
		Cells: "r5c2, r5c3, r7c3 and r7c2",
		Does:  "5 from r7c2 and r7c3",
		Text: "If r5c2, r5c3, r7c3 and r7c2 held only 5 and 7, these could be exchanged; in row 7, 7 " +
			"stands in one of r7c3 and r7c2; this removes 5 from r7c2 and r7c3.",
		Without: "r6c1",
	},
	{
		Name: "unique_loop_1", Make: uniqueness.UniqueLoop,
		Board: ".....6.....67..12.+7891.....2.1.7.8........36....5..2.7.+1726.+9.8.4....63.9..+3...+7.",
		Cells: "r3c7, r3c8, r7c8, r7c6, r9c6 and r9c7",
		Does:  "4 and 5 from r9c6",
		Text: "If r3c7, r3c8, r7c8, r7c6, r9c6 and r9c7 held only 4 and 5, these could be exchanged; " +
			"so r9c6 holds something else; this removes 4 and 5 from r9c6.",
		Without: "r3c1",
	},
	{
		Name: "unique_loop_2", Make: uniqueness.UniqueLoop,
		Board: "..+3456..9.5.+7+8.12...91....6..16.4.958..91...46..5..2..3.....9+4....8.7.3.......5..",
		Cells: "r3c5, r3c6, r5c6, r5c2, r4c2 and r4c5",
		Does:  "7 from r4c1",
		Text: "If r3c5, r3c6, r5c6, r5c2, r4c2 and r4c5 held only 2 and 3, these could be exchanged; " +
			"so one of r5c2, r4c2 and r4c5 holds 7; this removes 7 from r4c1.",
		Without: "r2c4",
	},
	{
		Name: "unique_loop_3", Make: uniqueness.UniqueLoop,
		Board: "+1.3..678.+45678.+1....+91+2+3.5.2+3......+5.759..3..6...+3.21.....6...8..2+89+7...9683...7.",
		Cells: "r3c7, r3c9, r5c9, r5c8, r8c8, r8c7 and r8c1",
		Does:  "3 from r8c9",
		Text: "If r3c7, r3c9, r5c9, r5c8, r8c8 and r8c7 held only 4 and 6, these could be exchanged; " +
			"so r8c8 and r8c7 act as one cell with 3 and 5, which makes a naked set of 3 and 5 with " +
			"r8c1 in row 8; this removes 3 from r8c9.",
		Without: "r1c1",
	},
	{
		Name: "unique_loop_4", Make: uniqueness.UniqueLoop,
		Board: "1..45.7..4.....123.89...4..23..7.89...591.3....4...+2.7............8..6...6.3..5.2",
		Cells: "r3c8, r3c9, r4c9, r4c4, r6c4 and r6c8",
		Does:  "6 from r4c9 and r6c8",
		Text: "If r3c8, r3c9, r4c9, r4c4, r6c4 and r6c8 held only 5 and 6, these could be exchanged; " +
			"in box 6, 5 stands in one of r4c9 and r6c8; this removes 6 from r4c9 and r6c8.",
		Without: "r6c7",
	},
}

// TestUniqueLoop shows unique loops of each type, and boards that a few candidates more spoil.
func TestUniqueLoop(t *testing.T) { rulestest.Check(t, loops) }
