package loop_test

import (
	"testing"

	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/loop"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/rulestest"
)

// TestNiceLoop shows a nice loop, and a board that a few candidates more spoil.
func TestNiceLoop(t *testing.T) {
	rulestest.Check(t, []rulestest.Case{
		{
			Name: "nice_loop", Make: loop.NiceLoop,
			Board:  "..34567+89.+5+678....+78...3..6..+16+74..5875.1....6....+8.1+73.7..+5..85.2..+76...6+8...57.",
			Struck: "1r2c1 2r2c1 4r6c7",
			Cells:  "r9c1, r2c1, r2c6 and r9c6",
			Does:   "1 from r9c1",
			Text: "The chain r9c1≠4 → r2c1=4 → r2c1≠9 → r2c6=9 → r2c6≠1 → r9c6=1: one of its ends holds; " +
				"this removes 1 from r9c1.",
			Without: "r7c6",
		},
	})
}
