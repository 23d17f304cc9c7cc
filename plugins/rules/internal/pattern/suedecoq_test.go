package pattern_test

import (
	"testing"

	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/pattern"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/rulestest"
)

// TestSueDeCoq shows a sue de coq, and a board that a few candidates more spoil.
func TestSueDeCoq(t *testing.T) {
	rulestest.Check(t, []rulestest.Case{
		{
			Name: "sue_de_coq", Make: pattern.SueDeCoq,
			Board: ".2.4..7.....7....3.8912....2.1+67..95.....+2.....4.+3.2.7.....5...5..89.6...68+3....2",
			Cells: "r4c6, r6c6, r8c6, r9c6, r5c4 and r6c4",
			Does:  "5 from r5c5; 8 from r1c6, r2c6 and r5c5",
			Text: "r4c6 and r6c6, with r8c6, r9c6, r5c4 and r6c4, hold as many digits as they are cells: " +
				"1, 4, 5, 7, 8 and 9; this removes 5 from r5c5; 8 from r1c6, r2c6 and r5c5.",
			Without: "r9c4",
		},
	})
}
