package pattern_test

import (
	"testing"

	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/pattern"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/rulestest"
)

// TestTurbot shows two strong links in a row, and boards that a few candidates more spoil.
func TestTurbot(t *testing.T) {
	rulestest.Check(t, []rulestest.Case{
		{
			Name: "skyscraper", Make: pattern.Skyscraper,
			Board: ".234..7.94...8....7.......6.......95....1..64.9.5.82......6....542...+6....83...72",
			Cells: "r9c2, r9c1, r6c1 and r6c3",
			Does:  "6 from r4c2",
			Text: "6 has two places in row 9 and two in row 6; r9c1 and r6c1 exclude each other, so it " +
				"stands in r9c2 or r6c3; this removes 6 from r4c2.",
			Without: "r8c7",
		},
		{
			Name: "two_string_kite", Make: pattern.Kite,
			Board: ".2......94.6.8.123...1+2.........4.958.....3.46...3.....17..5...5.....63...83.1...",
			Cells: "r2c2, r2c4, r1c5 and r5c5",
			Does:  "5 from r5c2",
			Text: "5 has two places in row 2 and two in column 5; r2c4 and r1c5 exclude each other, so it " +
				"stands in r2c2 or r5c5; this removes 5 from r5c2.",
			Without: "r3c5",
		},
		{
			Name: "turbot_fish", Make: pattern.TurbotFish,
			Board: ".23.....94....91..7...2..5.2..6..8.5...912.6.6..5....7..7+26...8..2+8.7.3...834....",
			Cells: "r8c9, r9c9, r9c6 and r7c6",
			Does:  "1 from r7c8",
			Text: "1 has two places in column 9 and two in box 8; r9c9 and r9c6 exclude each other, so it " +
				"stands in r8c9 or r7c6; this removes 1 from r7c8.",
			Without: "r8c4",
		},
	})
}

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
