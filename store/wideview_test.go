package store_test

import (
	"fmt"
	"testing"

	"github.com/sudokuctl/sudokuctl/store"
)

// TestTheViewLibraryCannotBreak declares more metrics, by more graders, than SQLite takes as columns of a view and as
// tables of a join, and names that the view has already.
func TestTheViewLibraryCannotBreak(t *testing.T) {
	t.Parallel()
	s := open(t)
	run := startRun(t, s)
	startTask(t, s, run, store.Work{Plugin: plugin("first", "1", "id", "puzzle", "se"), Grade: true})
	for grader := range 60 {
		metrics := make([]string, 40)
		for i := range metrics {
			metrics[i] = fmt.Sprintf("metric_%d_%d", grader, i)
		}
		startTask(t, s, run, store.Work{Plugin: plugin(fmt.Sprintf("grader-%d", grader), "1", metrics...), Grade: true})
	}
	if got := one(t, s, "SELECT count(*) FROM library WHERE metric_30_39 IS NULL AND first_id IS NULL"); got != "0" {
		t.Errorf("an empty library has %s rows", got)
	}
	if got := one(t, s, "SELECT count(*) FROM metric"); got != "2403" {
		t.Errorf("%s metrics", got)
	}
}
