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

// TestDeathBlossom shows a death blossom, and a board that a few candidates more spoil.
func TestDeathBlossom(t *testing.T) {
	rulestest.Check(t, []rulestest.Case{
		{
			Name: "death_blossom", Make: als.DeathBlossom,
			Board: "...+4...8.+45+67..1.37+89.+23..+6+231..4.9+5.+75.1.3+6.6..+53.2.7+31.+2+6594.+5.+2..+7..+1.+6.+3.+15+72",
			Cells: "r5c4, r8c2, r8c4, r5c1 and r6c3",
			Does:  "4 from r6c2 and r9c3",
			Text: "Each of 8 and 9, wherever it stands in r5c4, locks one of the sets r8c2 and r8c4; r5c1 " +
				"and r6c3, so that 4 stands there; this removes 4 from r6c2 and r9c3.",
			Without: "r3c2",
		},
	})
}
