package store_test

import (
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store"
)

// TestStatedValuesAreGrades imports a puzzle from two sources that rate it, the first twice: the newest value
// counts, the other is history, and each says where it is from.
func TestStatedValuesAreGrades(t *testing.T) {
	s := newLibrary(t)
	p := must(sudoku.ParsePuzzle(notations[0]))(t)
	rate := func(source string, value float64) {
		must(s.Import(t.Context(), store.Source{Name: source}, func(yield func(store.Entry) bool) {
			yield(store.Entry{Puzzle: p, Stated: []sudoku.Grade{{Metric: "imported_rating", Value: value}}})
		}))(t)
	}
	rate("a", 2.5)
	rate("a", 2.5)
	rate("b", 3.5)
	listed := must(s.Show(t.Context(), 1))(t)
	want := store.NamedGrade{Grade: sudoku.Grade{Metric: "imported_rating", Value: 3.5}, By: "imported b"}
	if len(listed.Grades) != 1 || listed.Grades[0].Grade != want.Grade || listed.Grades[0].By != want.By {
		t.Errorf("grades %+v, want %+v", listed.Grades, want)
	}
	if n := must(s.Count(t.Context(), store.Filter{Where: "imported_rating < 3"}))(t); n != 0 {
		t.Errorf("%d puzzles rated below 3", n)
	}
	history := 0
	err := s.SQL(t.Context(), "SELECT value FROM grade_history",
		func([]string, []any) error { history++; return nil })
	if err != nil || history != 2 {
		t.Errorf("%d grades in the history, %v; want 2", history, err)
	}
	for _, r := range must(s.Runs(t.Context()))(t) {
		if r.Command != "import" || r.State != store.StateDone {
			t.Errorf("run %+v", r)
		}
	}
	if problems := must(s.Check(t.Context()))(t); len(problems) > 0 {
		t.Error(problems)
	}
	rate("a", 2.5)
	if got := one(t, s, "SELECT group_concat(puzzles) FROM tasks"); got != "1,1" {
		t.Errorf("the tasks hold %s puzzles, want 1,1", got)
	}
}
