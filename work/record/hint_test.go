package record

import (
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// TestMissing asks for hints where there is none, and reads why.
func TestMissing(t *testing.T) {
	for _, c := range []struct {
		puzzle  string
		verdict sudoku.Verdict
		want    string
	}{
		{"4:11..............", sudoku.Impossible, "two givens clash"},
		{"4:~cage=3:r1c12~cage=3:r1c34", sudoku.Impossible, "the puzzle has no solution"},
		{"4:1...............~cage=3:r1c12~cage=3:r1c34", sudoku.Impossible, "a value is wrong: from here there is no solution"},
		{"4:1234341221434321", sudoku.Unique, "nothing is left to do: the puzzle is solved"},
		{"4:1...............", sudoku.Unique, "no technique helps here"},
	} {
		p, err := sudoku.ParsePuzzle(c.puzzle)
		if err != nil {
			t.Fatal(err)
		}
		h, err := FindHint(t.Context(), p, func() (sudoku.Result, error) { return sudoku.Result{Verdict: c.verdict}, nil },
			func(func(sudoku.Step) bool) error { return sudoku.ErrGaveUp })
		if err != nil || h.Step != nil || h.Missing() != c.want {
			t.Errorf("%s: %+v, %v; want %q", c.puzzle, h, err, c.want)
		}
	}
}
