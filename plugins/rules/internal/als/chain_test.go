package als_test

import (
	"testing"

	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/als"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/rulestest"
)

// TestChain shows a chain of almost locked sets, and a board that a few candidates more spoil.
func TestChain(t *testing.T) {
	rulestest.Check(t, []rulestest.Case{
		{
			Name: "als_xy_chain", Make: als.Chain,
			Board: "1..4+56....5......37+8+9+123...+23..7.8+9...5....6.+694....1...7+2+65+948.4+28..6.1+9.......2",
			Cells: "r2c4, r2c6, r2c5, r8c5 and r9c4",
			Does:  "9 from r2c5",
			Text: "From r2c4 to r2c4 and r2c6 leads a chain of almost locked sets, each locked by the " +
				"common digit that the next takes (r2c4 and r2c6 by 8; r2c5 by 9; r8c5 and r9c4 by 7), " +
				"so one of its ends is locked; this removes 9 from r2c5.",
			Without: "r1c5",
			Others:  true,
		},
	})
}
