package jobs

import (
	"fmt"
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
