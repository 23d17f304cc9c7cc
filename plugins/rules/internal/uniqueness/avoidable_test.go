package uniqueness_test

import (
	"testing"

	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/rulestest"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/uniqueness"
)

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
