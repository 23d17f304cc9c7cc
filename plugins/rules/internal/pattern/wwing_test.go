package pattern_test

import (
	"testing"

	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/pattern"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/rulestest"
)

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
