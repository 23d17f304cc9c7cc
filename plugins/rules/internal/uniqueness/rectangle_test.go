package uniqueness_test

import (
	"testing"

	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/rulestest"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/uniqueness"
)

var rectangles = []rulestest.Case{
	{
		Name: "uniqueness_1", Make: uniqueness.Uniqueness(1),
		Board: "..3.5678..567..12..8..2.....3...4...87...2.6.6..53.21+7.1..659+4+8.4.897631...3...7.",
		Cells: "r3c8, r3c9, r4c9 and r4c8",
		Does:  "5 and 9 from r3c9",
		Text: "If r3c8, r3c9, r4c9 and r4c8 held only 5 and 9, these could be exchanged; so r3c9 holds " +
			"something else; this removes 5 and 9 from r3c9.",
		Without: "r6c9",
	},
	{
		Name: "uniqueness_2", Make: uniqueness.Uniqueness(2),
		Board: "...4567...+5....+1..7.9.2+3.5..3.6....5.....23.46......1..1......85..8..6.1..834.5..",
		Cells: "r2c5, r2c6, r8c6 and r8c5",
		Does:  "8 from r2c1 and r2c8",
		Text: "If r2c5, r2c6, r8c6 and r8c5 held only 7 and 9, these could be exchanged; so one of " +
			"r2c5 and r2c6 holds 8; this removes 8 from r2c1 and r2c8.",
		Without: "r2c7",
	},
	{
		Name: "uniqueness_3", Make: uniqueness.Uniqueness(3),
		Board: ".2.4.....4+5....1.3.89.2....2.1.7.89..7.....6.......2.......5....+42..7631.683...7.",
		Cells: "r2c4, r2c5, r2c3, r8c5 and r8c4",
		Does:  "6 from r2c6",
		Text: "If r2c4, r2c5, r8c5 and r8c4 held only 8 and 9, these could be exchanged; so r2c4 and " +
			"r2c5 act as one cell, which makes a naked set of 6 and 7 with r2c3 in row 2; this " +
			"removes 6 from r2c6.",
		Without: "r8c2",
	},
	{
		Name: "uniqueness_4", Make: uniqueness.Uniqueness(4),
		Board: ".2.45..8.4......237.9.....62.1.7..958.....3..+694............9.....8.7....6...1.7.",
		Cells: "r5c2, r5c3, r7c3 and r7c2",
		Does:  "5 from r7c2 and r7c3",
		Text: "If r5c2, r5c3, r7c3 and r7c2 held only 5 and 7, these could be exchanged; in box 7, 7 " +
			"stands in r7c3 or r7c2; this removes 5 from r7c2 and r7c3.",
		Without: "r6c1",
	},
	{
		Name: "uniqueness_5", Make: uniqueness.Uniqueness(5),
		Board:  "1..4.6.8+9.56+7.9+123...1+23....3167.+89.8+7.+9.+23646+94......3...659..5+4....+6+3.9+68+3.1..2",
		Struck: "5r9c8",
		Cells:  "r3c7, r3c8, r9c8 and r9c7",
		Does:   "5 from r1c7",
		Text: "If r3c7, r3c8, r9c8 and r9c7 held only 4 and 7, these could be exchanged; so one of r3c7, " +
			"r3c8 and r9c7 holds 5; this removes 5 from r1c7.",
		Without: "5r9c8",
	},
	{
		Name: "uniqueness_6", Make: uniqueness.Uniqueness(6),
		Board: ".2.4....9.5+6...1...89....56...6....58.....3...94.....73.7+2.59.8.....7+63.9....1...",
		Cells: "r7c2, r7c5, r9c5 and r9c2",
		Does:  "6 from r7c2 and r9c5",
		Text: "If r7c2, r7c5, r9c5 and r9c2 held only 4 and 6, these could be exchanged; in row 7 and " +
			"row 9, 6 stands in no other cells; this removes 6 from r7c2 and r9c5.",
		Without: "r2c3",
	},
}

// TestUniqueness shows rectangles of each type, and boards that a few candidates more spoil.
func TestUniqueness(t *testing.T) { rulestest.Check(t, rectangles) }

// TestHiddenRectangle shows a hidden rectangle, and a board that a few candidates more spoil.
func TestHiddenRectangle(t *testing.T) {
	rulestest.Check(t, []rulestest.Case{
		{
			Name: "hidden_rectangle", Make: uniqueness.HiddenRectangle,
			Board: "..3.5678..567..12..8..2.....3+1..4...87.+9.2.6.6..53.21..1..659...4.897631...3...7.",
			Cells: "r1c1, r1c4, r3c4 and r3c1",
			Does:  "4 from r1c1",
			Text: "If r1c1, r1c4, r3c4 and r3c1 held only 1 and 4, these could be exchanged; in box 1 and " +
				"row 1, 1 stands in no other cells; this removes 4 from r1c1.",
			Without: "r4c3",
		},
	})
}

var avoidables = []rulestest.Case{
	{
		Name: "avoidable_rectangle_1", Make: uniqueness.Avoidable(1),
		Board: "..3......45..8..+2+3.8.1...5623...489.......3..6......17.1.26..48.....7.+3..6.34....",
		Cells: "r8c8, r2c8, r2c9 and r8c9",
		Does:  "2 from r8c9",
		Text: "r8c8, r2c8, r2c9 and r8c9 are not given; if they came to hold two digits in turn, these " +
			"could be exchanged; this removes 2 from r8c9.",
		Without: "r2c8",
	},
	{
		Name: "avoidable_rectangle_2", Make: uniqueness.Avoidable(2),
		Board:  "..34...8.4.+6..91..+78+9.23..6.3...4.9..7.9.2...6.4.38...+3..26.9....2+8.7.3.....41..2",
		Struck: "5r9c1 5r9c3",
		Cells:  "r3c1, r3c3, r9c3 and r9c1",
		Does:   "8 from r7c3 and r9c7",
		Text: "r3c1, r3c3, r9c3 and r9c1 are not given; if they came to hold two digits in turn, these " +
			"could be exchanged; this removes 8 from r7c3 and r9c7.",
		Without: "5r9c3",
	},
}

// TestAvoidable shows avoidable rectangles, and boards that a few candidates more spoil.
func TestAvoidable(t *testing.T) { rulestest.Check(t, avoidables) }
