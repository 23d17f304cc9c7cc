package page

import (
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/work/record"
)

// TestCellsSayWhatTheyShow draws a step that places a digit and strikes another.
func TestCellsSayWhatTheyShow(t *testing.T) {
	p, err := sudoku.ParsePuzzle("1.............2.")
	if err != nil {
		t.Fatal(err)
	}
	r := record.NewReplay(p)
	step := &sudoku.Step{Cells: []int{1}, Place: []sudoku.Candidate{{Cell: 1, Digit: 2}}, Strike: []sudoku.Candidate{{Cell: 2, Digit: 3}}}
	g := newGrid(r, nil, step, true)
	if g.Cols != 4 || g.Rows != 4 || len(g.Tables) != 1 {
		t.Fatalf("%+v", g)
	}
	row := g.Tables[0].Rows[0]
	for i, want := range []struct{ class, label string }{
		{"given", "row 1 column 1, given 1"},
		{"pattern place", "row 1 column 2, in the pattern, empty, becomes 2"},
		{"struck", "row 1 column 3, empty, candidates 3 4, strike 3"},
		{"", "row 1 column 4, empty, candidates 2 3 4"},
	} {
		if c := row[i]; !strings.HasSuffix(c.Class, want.class) || c.Label != want.label || c.Cell != i {
			t.Errorf("cell %d: %+v", i, c)
		}
	}
}
