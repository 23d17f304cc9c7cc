package uniqueness_test

import (
	"testing"

	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/rulestest"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/uniqueness"
)

// TestHiddenRectangle shows a hidden rectangle, and a board that a few candidates more spoil.
func TestHiddenRectangle(t *testing.T) {
	rulestest.Check(t, []rulestest.Case{
		{
			Name: "hidden_rectangle", Make: uniqueness.HiddenRectangle,
			Board: "..3.5678..567..12..8..2.....3+1..4...87.+9.2.6.6..53.21..1..659...4.897631...3...7.",
			Cells: "r1c1, r1c4, r3c4 and r3c1",
			Does:  "4 from r1c1",
			Text: "If r1c1, r1c4, r3c4 and r3c1 held only 1 and 4, these could be exchanged; in box 1 and " +
				"row 1, 1 stands in no other cells; this removes 4 from r1c1.",
			Without: "r4c3",
		},
	})
}
