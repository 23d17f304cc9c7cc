package store_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store"
)

// TestTheViewLibraryCannotBreak declares more metrics, by more graders, than SQLite takes as columns of a view and as
// tables of a join, and names that the view has already.
func TestTheViewLibraryCannotBreak(t *testing.T) {
	t.Parallel()
	s := newLibrary(t)
	run := startRun(t, s)
	startTask(t, s, run, store.Work{Plugin: pluginOf("first", "1", "id", "puzzle", "se"), Grade: true})
	for grader := range 60 {
		metrics := make([]string, 40)
		for i := range metrics {
			metrics[i] = fmt.Sprintf("metric_%d_%d", grader, i)
		}
		startTask(t, s, run, store.Work{Plugin: pluginOf(fmt.Sprintf("grader-%d", grader), "1", metrics...), Grade: true})
	}
	if got := one(t, s, "SELECT count(*) FROM library WHERE metric_30_39 IS NULL AND first_id IS NULL"); got != "0" {
		t.Errorf("an empty library has %s rows", got)
	}
	if got := one(t, s, "SELECT count(*) FROM metric"); got != "2403" {
		t.Errorf("%s metrics", got)
	}
}

// TestTheViewLibraryHasInfinities stores values that arithmetic makes NULL of, among tenths, and lists them in their order.
func TestTheViewLibraryHasInfinities(t *testing.T) {
	t.Parallel()
	s := newLibrary(t)
	must(s.Import(t.Context(), store.Source{Name: "a"}, entriesOf("a", 0, 4)))(t)
	task := startTask(t, s, startRun(t, s), store.Work{Plugin: pluginOf("rules", "1", "se"), Grade: true})
	var graded []store.Graded
	for i, value := range []float64{1.2, math.Inf(1), math.Inf(-1), 0.25} {
		graded = append(graded, store.Graded{ID: int64(i + 1), Grades: []sudoku.Grade{{Metric: "se", Value: value}}})
	}
	if err := task.SaveGrades(t.Context(), graded); err != nil {
		t.Fatal(err)
	}
	if err := s.IndexMetrics(t.Context(), "se"); err != nil {
		t.Fatal(err)
	}
	if got := one(t, s, "SELECT group_concat(id || ':' || se, ' ') FROM (SELECT * FROM library WHERE se >= -9e999 ORDER BY se)"); got !=
		"3:-Inf 4:0.25 1:1.2 2:Inf" {
		t.Errorf("the view has %s", got)
	}
	var ids []int64
	for l, err := range s.List(t.Context(), store.Filter{Sort: "-se", Limit: 4}) {
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, l.ID)
	}
	if !slices.Equal(ids, []int64{2, 1, 4, 3}) {
		t.Errorf("listed %v", ids)
	}
}
