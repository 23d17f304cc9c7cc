package pattern_test

import (
	"testing"

	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/pattern"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/rulestest"
)

// TestComplexFish shows franken and mutant fish, and boards that a few candidates more spoil.
func TestComplexFish(t *testing.T) {
	rulestest.Check(t, []rulestest.Case{
		{
			Name: "franken_x_wing", Make: pattern.ComplexFish(pattern.FishKind{K: 2}),
			Board:   "12.....8..56...12.7....34.....6..+8+9.8...12.+646...3.21...7.6.9.+8...8.76....83.....",
			Cells:   "r1c7, r1c9, r2c9, r4c9 and r5c7",
			Does:    "3 from r8c9",
			Text:    "In box 3 and box 6, 3 stands in column 7 and column 9; this removes 3 from r8c9.",
			Without: "r4c8",
		},
		{
			Name: "finned_franken_x_wing", Make: pattern.ComplexFish(pattern.FishKind{K: 2, Fins: true}),
			Board:  "..3.+5....45+6.8.+1...8.1...5623...489+5......3.+46......17.1.26..48.....7.+3..6.34....",
			Struck: "8r9c1",
			Cells:  "r5c1, r5c3, r6c3, r9c3 and r9c6",
			Does:   "8 from r5c6",
			Text: "In box 4 and row 9, 8 stands in column 3 and box 5 unless in r5c1 and r9c6; this " +
				"removes 8 from r5c6.",
			Without: "8r9c1",
		},
		{
			Name: "mutant_x_wing", Make: pattern.ComplexFish(pattern.FishKind{K: 2, Mutant: true}),
			Board: ".....+6...456.8.1.+378...3....3...4..5...91....6.4.3.2.7...26...85......31+9.....5..",
			Cells: "r1c9, r2c6, r2c8 and r3c9",
			Does:  "9 from r1c5, r1c7, r1c8, r3c5, r3c7 and r3c8",
			Text: "In column 9 and row 2, 9 stands in box 3 and box 2; this removes 9 from r1c5, r1c7, " +
				"r1c8, r3c5, r3c7 and r3c8.",
			Without: "r9c1",
		},
		{
			Name: "finned_mutant_x_wing", Make: pattern.ComplexFish(pattern.FishKind{K: 2, Mutant: true, Fins: true}),
			Board:  ".2+3..6..9.5+6.891..7......5+62.1...........2.64.94.3......72......+4.8..63...8.41...",
			Struck: "1r6c4 6r7c1",
			Cells:  "r3c2, r3c7, r5c1, r5c2 and r5c7",
			Does:   "8 from r4c2",
			Text: "In row 3 and row 5, 8 stands in column 7 and row 4 unless in r3c2, r5c1 and r5c2; this " +
				"removes 8 from r4c2.",
			Without: "r3c9",
		},
		{
			Name: "franken_swordfish", Make: pattern.ComplexFish(pattern.FishKind{K: 3}),
			Board:  ".2......94.6.8.123...1+2...+6.....4.958.....3+646...3..+1.+317..5...5.....63+1.+683.1...",
			Struck: "4r1c7 4r1c8 4r8c4 4r8c5",
			Cells:  "r1c7, r1c8, r3c7, r3c8, r4c7, r6c7, r6c9, r9c7, r9c8 and r9c9",
			Does:   "7 from r9c5",
			Text: "In column 7, column 8 and column 9, 7 stands in box 3, box 6 and row 9; this removes 7 " +
				"from r9c5.",
			Without: "r8c9",
		},
		{
			Name: "finned_franken_swordfish", Make: pattern.ComplexFish(pattern.FishKind{K: 3, Fins: true}),
			Board:  ".2......94.6.8.123.+8.1+2+3........4.958.....3+646...3..+1..17..5...5.....63+1.+683.1...",
			Struck: "4r1c7 4r1c8 9r2c2 5r5c2 9r5c3 9r6c3 8r7c4 4r8c4 4r8c5 7r9c5",
			Cells:  "r3c1, r3c3, r5c2, r5c4, r5c5, r5c6, r6c2, r6c4 and r6c6",
			Does:   "9 from r8c2",
			Text: "In row 3, row 5 and row 6, 9 stands in box 1, box 5 and box 7 unless in r5c2 and r6c2; " +
				"this removes 9 from r8c2.",
			Without: "9r6c3",
		},
		{
			Name: "mutant_swordfish", Make: pattern.ComplexFish(pattern.FishKind{K: 3, Mutant: true}),
			Board:   ".2......94.6.8.123.+8.1+2+3........4.958.....3+646...3..+1.+317..5...5.....63..+683.1...",
			Struck:  "4r1c7 4r1c8 9r2c2 9r5c3 9r6c3 4r8c4 4r8c5",
			Cells:   "r2c4, r2c6, r3c1, r3c3, r8c3 and r9c1",
			Does:    "9 from r8c2",
			Text:    "In column 1, column 3 and row 2, 9 stands in box 1, box 2 and box 7; this removes 9 from r8c2.",
			Without: "9r6c3",
		},
		{
			Name: "franken_jellyfish", Make: pattern.ComplexFish(pattern.FishKind{K: 4}),
			Board: "+1.3.5678..567..12+3.8..2.+4.+6.+3.+6.4+8.+587..+1..6.6..53.2.+7.1.+26.9.+8+54+28+976.1+9..3...+7+2",
			Cells: "r1c2, r1c9, r3c3, r3c8, r4c3, r4c8, r5c3, r5c9, r6c2, r6c3 and r6c8",
			Does:  "9 from r1c4, r3c4 and r3c6",
			Text: "In column 2, column 3, column 8 and column 9, 9 stands in box 4, box 6, row 3 and row 1; this " +
				"removes 9 from r1c4, r3c4 and r3c6.",
			Without: "r2c2",
		},
		{
			Name: "finned_franken_jellyfish", Make: pattern.ComplexFish(pattern.FishKind{K: 4, Fins: true}),
			Board:  "+1.3.5678+9+4567.+912..8.+12.+4+5+6.....4..+587+5....6.6..53.2.+7.1..6.9..+54.8+976.1...3...+7+2",
			Struck: "9r4c2 9r4c3 2r4c4",
			Cells:  "r3c1, r3c3, r4c1, r4c8, r6c2, r6c3, r6c8, r9c1, r9c2 and r9c3",
			Does:   "9 from r4c4",
			Text: "In box 6, column 1, column 2 and column 3, 9 stands in box 1, box 7, row 6 and box 5 unless in " +
				"r4c1 and r4c8; this removes 9 from r4c4.",
			Without: "r5c8",
		},
		{
			Name: "mutant_jellyfish", Make: pattern.ComplexFish(pattern.FishKind{K: 4, Mutant: true}),
			Board:  "..3.5678+9.567+8+912+3.8+9.2.........4..+587+5....6+46..53+82...1+7+26+59+4..4.8.76.1...3....+2",
			Struck: "1r3c1 1r4c8 1r9c5",
			Cells:  "r4c1, r4c2, r4c8, r6c2, r6c8, r8c1, r8c5, r9c1, r9c2 and r9c5",
			Does:   "9 from r4c4 and r4c5",
			Text: "In box 4, box 6, row 8 and row 9, 9 stands in box 7, box 8, row 6 and row 4; this removes 9 " +
				"from r4c4 and r4c5.",
			Without: "r7c7",
		},
		{
			Name: "finned_mutant_jellyfish", Make: pattern.ComplexFish(pattern.FishKind{K: 4, Mutant: true, Fins: true}),
			Board:  "..3+45678..567.+912.+78..2....+2....4+8+9+587.+9...6.6..53.2.+7.1.+26.9..+54.8.76.1...3.....",
			Struck: "1r9c5",
			Cells:  "r2c1, r3c3, r3c7, r3c8, r5c3, r5c7, r6c3, r6c8, r7c8, r9c7 and r9c8",
			Does:   "4 from r2c9",
			Text: "In box 1, box 4, column 7 and column 8, 4 stands in box 6, box 9, column 3 and box 3 unless in " +
				"r2c1; this removes 4 from r2c9.",
			Without: "r8c2",
		},
	})
}
