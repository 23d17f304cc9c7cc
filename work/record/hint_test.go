package record

import (
	"encoding/json"
	"strings"
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

// TestRecordSaysSeveral reads records of a hint for a puzzle with several solutions.
func TestRecordSaysSeveral(t *testing.T) {
	p, err := sudoku.ParsePuzzle("4:12..............")
	if err != nil {
		t.Fatal(err)
	}
	h := &Hinted{Step: &sudoku.Step{Technique: "full_house"}, TwoWays: "r1c3 may be 3 or 4"}
	for _, level := range []string{"where", "what", "why"} {
		text, err := json.Marshal(h.Record(p, level))
		if want := `"several":"r1c3 may be 3 or 4"`; err != nil || !strings.Contains(string(text), want) {
			t.Errorf("%s: %s, %v; want %s", level, text, err, want)
		}
	}
}
