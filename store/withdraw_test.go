package store_test

import (
	"errors"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store"
)

func TestWithdrawnResultsTakeTheirDisputesAlong(t *testing.T) {
	s := gradedLibrary(t, 10)
	run := startRun(t, s)
	bad := pluginOf("bad", "0.1")
	task := startTask(t, s, run, store.Work{Plugin: bad, Limit: 2})
	none := []store.Answered{{ID: 3, Result: sudoku.Result{Verdict: sudoku.Impossible}}, {ID: 4, Result: sudoku.Result{Verdict: sudoku.Impossible}}}
	if err := task.SaveResults(t.Context(), none); err != nil {
		t.Fatal(err)
	}
	newer := startTask(t, s, run, store.Work{Plugin: pluginOf("rules", "2", "se", "techniques"), Grade: true})
	graded := []store.Graded{{ID: 3, Grades: []sudoku.Grade{{Metric: "se", Value: 9}}}}
	if err := newer.SaveGrades(t.Context(), graded); err != nil {
		t.Fatal(err)
	}
	if n := must(s.Count(t.Context(), store.Filter{Where: "disputed"}))(t); n != 2 {
		t.Fatalf("%d disputed, want 2", n)
	}
	if done := must(s.Withdraw(t.Context(), "bad", "0.1"))(t); done != (store.Withdrawn{Results: 2}) {
		t.Errorf("withdrawn %+v, want 2 results", done)
	}
	if n := must(s.Count(t.Context(), store.Filter{Where: `disputed || verdict != "unique"`}))(t); n != 0 {
		t.Errorf("%d puzzles are disputed or not unique afterwards", n)
	}
	if done := must(s.Withdraw(t.Context(), "rules", "2"))(t); done != (store.Withdrawn{Grades: 1}) {
		t.Errorf("withdrawn %+v, want 1 grade", done)
	}
	if got := one(t, s, "SELECT value || ' ' || version FROM grades WHERE metric = 'se' AND puzzle_id = 3"); got != "0.3 1" {
		t.Errorf("the current grade is %q, want that of version 1", got)
	}
	if _, err := s.Withdraw(t.Context(), "bad", "0.2"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("withdrawing what is not there: %v", err)
	}
	must(s.Withdraw(t.Context(), "x", "1"))(t)
	if n := must(s.Count(t.Context(), store.Filter{Where: `verdict == "solved"`}))(t); n != 10 {
		t.Errorf("%d puzzles keep their solution when nobody calls it unique any more, want 10", n)
	}
	sound(t, s, 10)
}
