package desk

import (
	"fmt"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/work"
)

// TestProgressOfTasksThatTakeTurns has two tasks of a stage take turns after an import: each has a record of its own.
func TestProgressOfTasksThatTakeTurns(t *testing.T) {
	j := newJob(func() {})
	p := &progress{job: j}
	for _, e := range []work.Event{
		work.Begun{Stage: "importing"}, work.Advanced(5), work.Ended{},
		work.Begun{Stage: "solving and grading", Total: 10, Tasks: []work.Begun{
			{Stage: "solving", Plugin: "a", Total: 5}, {Stage: "grading", Plugin: "a", Total: 5}}},
		work.Turn(0), work.Judged(sudoku.Unique), work.Advanced(1), work.Judged(sudoku.Unique), work.Advanced(1),
		work.Turn(1), work.Judged(sudoku.Unknown), work.Advanced(1),
		work.Turn(0), work.Judged(sudoku.Multiple), work.Advanced(1), work.Ended{},
	} {
		p.tell(e)
	}
	var got []string
	for _, l := range j.Lanes() {
		got = append(got, fmt.Sprint(l.Stage, " ", l.Plugin, " ", l.Done, "/", l.Total, " ", l.Verdicts, " ", l.Over))
	}
	want := []string{"importing  5/0 map[] true", "solving a 3/5 map[multiple:1 unique:2] true", "grading a 1/5 map[unknown:1] true"}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("lanes %q, want %q", got, want)
	}
}

// TestSentences says how far stages are, as people do.
func TestSentences(t *testing.T) {
	for want, r := range map[string]ProgressRecord{
		"dlx has tried 12 400 of 50 000 puzzles, 210 a second; about 3 minutes are left. 12 397 unique, 3 timed out.": {Stage: "solving",
			Plugin: "dlx", Done: 12_400, Total: 50_000, Rate: 210.4, ETA: 179, Verdicts: map[string]int{"timeout": 3, "unique": 12_397}},
		"rules has graded 1 of 3 puzzles; about a second is left.": {Stage: "grading", Plugin: "rules", Done: 1, Total: 3, Rate: 0.5, ETA: 0.2},
		"dlx has tried 2 puzzles, 9 a second. 1 multiple, 1 crashed.": {Stage: "solving", Plugin: "dlx", Done: 2, Total: 2, Rate: 9, Over: true,
			Verdicts: map[string]int{"crashed": 1, "multiple": 1}},
		"dlx has tried 2 of 7 puzzles.": {Stage: "solving", Plugin: "dlx", Done: 2, Total: 7, Over: true},
		"Imported 1 puzzle.":            {Stage: "importing", Done: 1, Over: true},
		"dlx has tried 5 of 9 puzzles, 1 a second; about 2 hours are left.": {Stage: "solving", Plugin: "dlx", Done: 5, Total: 9, Rate: 1, ETA: 7000},
	} {
		if got := strings.ReplaceAll(r.sentence(), "\u2009", " "); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
