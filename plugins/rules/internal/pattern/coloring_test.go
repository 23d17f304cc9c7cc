package pattern_test

import (
	"testing"

	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/pattern"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/rulestest"
)

// TestColoring shows both kinds of coloring, and boards that a few candidates more spoil.
func TestColoring(t *testing.T) {
	rulestest.Check(t, []rulestest.Case{
		{
			Name: "simple_colors_trap", Make: pattern.SimpleColors,
			Board:  "+1.3+4+5..+8.45+6.8.....8.1..+45623.+6.489+5......3.+46......17+31.26..48.....7....6.34....",
			Struck: "3r2c6 7r3c3",
			Cells:  "r1c2, r3c5, r5c4, r3c1, r2c4, r5c2 and r1c7",
			Does:   "7 from r5c1, r5c3 and r5c5",
			Text: "7 stands in all of r1c2, r3c5 and r5c4 or in all of r3c1, r2c4, r5c2 and r1c7, as " +
				"strong links tie them; this removes 7 from r5c1, r5c3 and r5c5.",
			Without: "7r3c3",
		},
		{
			Name: "multi_colors_1", Make: pattern.MultiColors,
			Board:   ".23.....94....91..7...2..5.2..6..8.5...912.6.6..5....7..7+26...8..2+8.7.3...834....",
			Cells:   "r7c6, r9c6, r8c9 and r9c9",
			Does:    "1 from r7c8",
			Text:    "1 stands in all of r7c6 or in all of r8c9, as strong links tie them; this removes 1 from r7c8.",
			Without: "r8c4",
		},
	})
}
