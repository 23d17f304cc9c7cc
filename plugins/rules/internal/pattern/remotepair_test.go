package pattern_test

import (
	"testing"

	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/pattern"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/rulestest"
)

var remotePairs = []rulestest.Case{
	{
		Name: "remote_pair", Make: pattern.RemotePair,
		Board: "..345.7..4..7..1...8.1....62..+6748958.....3.4...5..+2......6...8.4.+8...3.96.+3+41...",
		Cells: "r5c4, r8c5, r5c6 and r7c4",
		Does:  "2 from r5c5, r7c6 and r8c6; 9 from r5c2, r5c3, r5c5, r6c5, r6c6, r7c6 and r8c6",
		Text: "r5c4 and r8c5 hold one of 2 and 9, and r5c6 and r7c4 the other; this removes 2 from " +
			"r5c5, r7c6 and r8c6; 9 from r5c2, r5c3, r5c5, r6c5, r6c6, r7c6 and r8c6.",
		Without: "r4c4",
	},
}

// TestRemotePair shows a remote pair, and a board that a few candidates more spoil.
func TestRemotePair(t *testing.T) { rulestest.Check(t, remotePairs) }
