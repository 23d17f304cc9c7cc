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
