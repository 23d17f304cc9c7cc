package pattern_test

import (
	"testing"

	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/pattern"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/rulestest"
)

// TestEmptyRectangle shows an empty rectangle, and a board that a few candidates more spoil.
func TestEmptyRectangle(t *testing.T) {
	rulestest.Check(t, []rulestest.Case{
		{
			Name: "empty_rectangle", Make: pattern.EmptyRectangle,
			Board: "..34....9.56........912.4+562...7.8..8...1..6+4..4...2.7...2.5.......9.6..9..3....2",
			Cells: "r4c9, r5c7, r9c7 and r9c3",
			Does:  "5 from r4c3",
			Text: "In box 6, 5 stands in column 7 or row 4; in row 9 it stands in r9c7 or r9c3; this " +
				"removes 5 from r4c3.",
			Without: "r5c9",
		},
	})
}
