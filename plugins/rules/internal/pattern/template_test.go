package pattern_test

import (
	"testing"

	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/pattern"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/rulestest"
)

// TestTemplate shows what the templates of a digit place and strike, and boards that a few candidates more spoil.
func TestTemplate(t *testing.T) {
	rulestest.Check(t, []rulestest.Case{
		{
			Name: "template_set", Make: pattern.TemplateSet,
			Board: "+1+23...7894..7..+1+2...912.........4.9.8....23.4+6.+45..2.731..6.....4...76...6...+1..2",
			Cells: "r1c4 and r9c5",
			Does:  "3, 5, 8 and 9 from r9c5; 6 from r1c4",
			Text: "Of all ways to place 4, r1c4 and r9c5 are in all; this removes 3, 5, 8 and 9 from r9c5; " +
				"6 from r1c4.",
			Without: "r6c1",
		},
		{
			Name: "template_delete", Make: pattern.TemplateDelete,
			Board:  ".2+3.5+67+8.4.+6.....3.89.2+3....3.67......5..2.6.+6.4+5...1.3..+2+6.9.8...8...+3..6.3.....",
			Struck: "9r2c5 7r2c6 2r4c7 2r4c8 2r4c9 9r5c1 4r5c4 9r5c9 9r6c9 7r7c2 7r8c1 7r8c2 7r8c9 7r9c1 7r9c9",
			Cells: "r1c4, r1c9, r2c4, r2c6, r2c8, r4c8, r4c9, r5c2, r5c4, r5c5, r6c2, r6c5, r6c6, r8c1, " +
				"r8c5, r8c6, r9c1, r9c5 and r9c6",
			Does: "9 from r4c1, r4c6 and r8c2",
			Text: "Of all ways to place 9, r1c4, r1c9, r2c4, r2c6, r2c8, r4c8, r4c9, r5c2, r5c4, r5c5, " +
				"r6c2, r6c5, r6c6, r8c1, r8c5, r8c6, r9c1, r9c5 and r9c6 are in some; this removes 9 " +
				"from r4c1, r4c6 and r8c2.",
			Without: "9r5c9",
		},
	})
}
