package record_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/plugins/entropybt/entropy"
	"github.com/sudokuctl/sudokuctl/work/record"
)

// TestMissing asks for hints where there is none, and reads why.
func TestMissing(t *testing.T) {
	for puzzle, want := range map[string]string{
		"4:11..............":                                     "two givens clash",
		"4:~cage=3:r1c12~cage=3:r1c34":                           "the puzzle has no solution: one of cage=3:r1c12 and cage=3:r1c34 is wrong",
		"4:~cage=3:r1c12~cage=3:r1c34~cage=3:r4c12~cage=3:r4c34": "the puzzle has no solution: cage=3:r4c12 and cage=3:r4c34 contradict each other",
		"4:1...............~cage=7:r1c12":                        "the puzzle has no solution: one of r1c1 and cage=7:r1c12 is wrong",
		"4:1234341221434321":                                     "nothing is left to do: the puzzle is solved",
		"4:1...............":                                     "no step can be certain, for there are several solutions: ",
		"4:12..34..21434321":                                     "no technique helps here",
	} {
		h := hinted(t, puzzle, nil)
		if h.Step != nil || !strings.HasPrefix(h.Missing(), want) {
			t.Errorf("%s: %+v: %q, want %q", puzzle, h, h.Missing(), want)
		}
	}
}

// hinted looks for a hint with an explainer that knows some steps.
func hinted(t *testing.T, puzzle string, steps []sudoku.Step) *record.Hinted {
	t.Helper()
	p, err := sudoku.ParsePuzzle(puzzle)
	if err != nil {
		t.Fatal(err)
	}
	solver, err := runner.Here(entropy.Spec(), nil)
	if err != nil {
		t.Fatal(err)
	}
	h, err := record.FindHint(t.Context(), p, func() (runner.Runner, error) { return solver, nil }, func(emit func(sudoku.Step) bool) error {
		for _, s := range steps {
			emit(s)
		}
		return sudoku.ErrGaveUp
	})
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// TestRecordSaysSeveral reads records of a hint for a puzzle with several solutions.
func TestRecordSaysSeveral(t *testing.T) {
	p, err := sudoku.ParsePuzzle("4:12..............")
	if err != nil {
		t.Fatal(err)
	}
	h := &record.Hinted{Step: &sudoku.Step{Technique: "full_house"}, TwoWays: "r1c3 may be 3 or 4"}
	for _, level := range []string{"where", "what", "why"} {
		text, err := json.Marshal(h.Record(p, level))
		if want := `"several":"r1c3 may be 3 or 4"`; err != nil || !strings.Contains(string(text), want) {
			t.Errorf("%s: %s, %v; want %s", level, text, err, want)
		}
	}
}
