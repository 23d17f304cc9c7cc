package pattern_test

import (
	"testing"

	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/pattern"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/rulestest"
)

// TestWing shows wings, and boards that a few candidates more spoil.
func TestWing(t *testing.T) {
	rulestest.Check(t, []rulestest.Case{
		{
			Name: "xy_wing", Make: pattern.XYWing,
			Board: "..3.5678..567..12..8..2.....3...4...87.+9.2.6.6.+453.21..1+7.659...4.897631...3...7.",
			Cells: "r3c3, r2c1 and r3c4",
			Does:  "4 from r2c5 and r3c1",
			Text: "Whatever stands in r3c3, 4 comes to stand in one of r2c1 and r3c4; this removes 4 from " +
				"r2c5 and r3c1.",
			Without: "r5c4",
		},
		{
			Name: "xyz_wing", Make: pattern.XYZWing,
			Board: "..3.5678..567..12..8..2.....3...4...87+5+9.2.6.6.+453.21..1..659...4.897631...3...7.",
			Cells: "r2c9, r1c9 and r5c9",
			Does:  "4 from r3c9, r7c9 and r9c9",
			Text: "Whatever stands in r2c9, 4 comes to stand in one of r2c9, r1c9 and r5c9; this removes 4 " +
				"from r3c9, r7c9 and r9c9.",
			Without: "r5c3",
		},
	})
}

// TestWWing shows a W-wing, and a board that a few candidates more spoil.
func TestWWing(t *testing.T) {
	rulestest.Check(t, []rulestest.Case{
		{
			Name: "w_wing", Make: pattern.WWing,
			Board: ".234..7.94...8....7.......6.......95....1..64.9.5.82.+7....6....542...+6....83...72",
			Cells: "r6c8, r8c8, r8c9 and r2c9",
			Does:  "1 from r1c8, r2c8 and r3c8",
			Text: "3 stands in r8c8 or r8c9, so one of r6c8 and r2c9 holds 1; this removes 1 from r1c8, " +
				"r2c8 and r3c8.",
			Without: "r8c7",
		},
	})
}
