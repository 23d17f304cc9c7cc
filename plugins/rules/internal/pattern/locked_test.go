package pattern_test

import (
	"testing"

	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/pattern"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/rulestest"
)

// TestLocked shows a digit locked in the crossing of a box and a line, and boards that a few candidates more spoil.
func TestLocked(t *testing.T) {
	rulestest.Check(t, []rulestest.Case{
		{
			Name: "pointing", Make: pattern.Locked,
			Board: "..34.6.8.4.678..2.................9587+5......6..5..21.+31....9...4.....31.+6834....",
			Cells: "r8c1 and r9c1",
			Does:  "5 from r1c1 and r3c1",
			Text: "In box 7, 5 can only stand in r8c1 and r9c1, all of them in column 1; this removes 5 " +
				"from r1c1 and r3c1.",
			Without: "r5c3 r9c2",
		},
		{
			Name: "direct_pointing", Make: pattern.DirectLocked,
			Board: "....5...945.78..23.....34...3.6.4....7.....6......8..7.1......8..2897+6+3196+8.+41...",
			Cells: "r7c1 and r7c3",
			Does:  "3 in r9c4",
			Text: "In box 7, 3 can only stand in r7c1 and r7c3, all of them in row 7; so in box 8 only " +
				"r9c4 is left for it.",
			Without: "r9c3",
		},
		{
			Name: "claiming", Make: pattern.Locked,
			Board: "..3.5678..567..12..8..2.....3...4...87.+9+12.6.6+9+453.21..1..659..+54.897631...3...7.",
			Cells: "r1c4 and r3c4",
			Does:  "1 from r3c6",
			Text: "In column 4, 1 can only stand in r1c4 and r3c4, all of them in box 2; this removes 1 " +
				"from r3c6.",
			Without: "r5c5",
		},
		{
			Name: "direct_claiming", Make: pattern.DirectLocked,
			Board: "..3.5678..567..12..8..2.....3...4...87..+12.6.6.+453.21..1..659..+54.897631...3...7.",
			Cells: "r1c4 and r3c4",
			Does:  "1 in r9c6",
			Text: "In column 4, 1 can only stand in r1c4 and r3c4, all of them in box 2; so in column 6 " +
				"only r9c6 is left for it.",
			Without: "r5c5",
		},
	})
}

// TestLockedSet shows sets in the crossing of a box and a line, and boards that a few candidates more spoil.
func TestLockedSet(t *testing.T) {
	rulestest.Check(t, []rulestest.Case{
		{
			Name: "locked_pair", Make: pattern.LockedSet(2),
			Board: ".2.4..7.....7....3.8912....2.1.7..95...........4.+3.2.7....+65...5..89.6...68.....2",
			Cells: "r1c5 and r2c5",
			Does:  "5 from r5c5; 8 from r1c6, r2c6 and r5c5",
			Text: "r1c5 and r2c5, in box 2 and in column 5, hold 5 and 8 between them; this removes 5 from " +
				"r5c5; 8 from r1c6, r2c6 and r5c5.",
			Without: "r7c5",
		},
		{
			Name: "locked_triplet", Make: pattern.LockedSet(3),
			Board: "..345.7..4..7..1...8.1....62.+1+6748958.....3.4...5..+2......6...8.4.....3.96...1...",
			Cells: "r5c4, r5c5 and r5c6",
			Does:  "1 from r5c8 and r6c5; 9 from r5c2, r5c3, r6c5 and r6c6",
			Text: "r5c4, r5c5 and r5c6, in box 5 and in row 5, hold 1, 2 and 9 between them; this removes " +
				"1 from r5c8 and r6c5; 9 from r5c2, r5c3, r6c5 and r6c6.",
			Without: "r4c4",
		},
	})
}
