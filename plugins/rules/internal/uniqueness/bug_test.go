package uniqueness_test

import (
	"testing"

	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/rulestest"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/uniqueness"
)

var bugs = []rulestest.Case{
	{
		Name: "bug_1", Make: uniqueness.BUG1,
		Board: "1+2.+4+5.7.9+4+56+78+91+2+37.+9+1+2..5.+2..+6+74..+58+7+591+23..+69+453+8+2+1+7+3..2.5..8+542+8976+31+9..+3.1+5.+2",
		Cells: "r7c8",
		Does:  "7 and 9 from r7c8",
		Text: "Without 4 in r7c8 every cell and every place would be one of two, with two solutions; " +
			"so r7c8 holds such a digit; this removes 7 and 9 from r7c8.",
		Without: "r1c2",
	},
	{
		Name: "bug_1", Make: uniqueness.BUG,
		Board: "1+2.+4+5.7.9+4+56+78+91+2+37.+9+1+2..5.+2..+6+74..+58+7+591+23..+69+453+8+2+1+7+3..2.5..8+542+8976+31+9..+3.1+5.+2",
		Cells: "r7c8",
		Does:  "7 and 9 from r7c8",
		Text: "Without 4 in r7c8 every cell and every place would be one of two, with two solutions; " +
			"so r7c8 holds such a digit; this removes 7 and 9 from r7c8.",
		Without: "r1c2",
	},
	{
		Name: "bug_2", Make: uniqueness.BUG,
		Board:  "+1.+34567.+9.+5+6+7..+1.+37.9+12+3.5+6.3+16....5+8+7+5+9+123+646+9.+5+3..1+7+31+7+2+6+5..85..8..6+31+9+6834+15+7+2",
		Struck: "8r2c8 2r4c8",
		Cells:  "r4c6 and r4c7",
		Does:   "8 from r4c5 and r4c8",
		Text: "Without 8 in r4c6 and r4c7 every cell and every place would be one of two, with two " +
			"solutions; so one of them holds it; this removes 8 from r4c5 and r4c8.",
		Without: "2r4c8",
	},
	{
		Name: "bug_4", Make: uniqueness.BUG,
		Board: "+12.45+6.+8.+4.6+7+89+1+2.78.+1+2+34.62.16+7+48..87.9+12.6+4+69+4538.1.31+7+2659+4854+2+8+9+76+3+1+9+68+341.+7.",
		Cells: "r1c9 and r4c9",
		Does:  "3 from r4c9; 7 from r1c9",
		Text: "Without 3 and 5 in r1c9 and r4c9 every cell and every place would be one of two, with " +
			"two solutions; so one cell holds such a digit, and the other 9; this removes 3 from " +
			"r4c9; 7 from r1c9.",
		Without: "r1c1",
	},
}

// TestBUG shows bivalue graves of each type, and boards that a few candidates more spoil.
func TestBUG(t *testing.T) { rulestest.Check(t, bugs) }
