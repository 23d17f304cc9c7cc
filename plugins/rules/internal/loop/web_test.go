package loop_test

import (
	"testing"

	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/loop"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/rulestest"
)

// TestWebs shows loops through groups and almost locked sets, and boards that a few candidates more spoil.
func TestWebs(t *testing.T) {
	rulestest.Check(t, []rulestest.Case{
		{
			Name: "grouped_nice_loop", Make: loop.GroupedLoop,
			Board:  "+1..4.678+9.5.7...23....2..+5.+2+316..+8.58.+5...3....4+538.+1.+317.6....5.2....+319..3..5..",
			Struck: "4r3c2 9r3c2 2r5c9 7r9c5 7r9c6",
			Cells:  "r3c9, r2c7, r3c7, r8c7 and r8c2",
			Does:   "6 from r3c2",
			Text: "The chain r3c9≠6 → r2c7,r3c7=6 → r8c7≠6 → r8c2=6: one of its ends holds; this removes 6 " +
				"from r3c2.",
			Without: "r3c8",
			Others:  true,
		},
		{
			Name: "als_nice_loop", Make: loop.ALSLoop,
			Board:   "1..4+56.+8..5....+1+237.+9.23....3.+67.8+9.+8.5.+1..6+4+694+5...1+7..7+2.5+948.4+28..6.1+9+6+8..+1+5.2",
			Cells:   "r2c4, r2c5, r6c5 and r5c4",
			Does:    "9 from r2c4",
			Text:    "The chain r2c4≠7 → r2c5=8 → r6c5≠8 → r5c4=9: one of its ends holds; this removes 9 from r2c4.",
			Without: "r1c5",
			Others:  true,
		},
	})
}
