package als_test

import (
	"testing"

	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/als"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/rulestest"
)

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
