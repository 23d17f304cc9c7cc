package write_test

import (
	"fmt"
	"testing"

	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/store/internal/storetest"
)

// TestTheViewLibraryCannotBreak declares more metrics, by more graders, than SQLite takes as columns of a view and as
// tables of a join, and names that the view has already.
func TestTheViewLibraryCannotBreak(t *testing.T) {
	t.Parallel()
	s := storetest.Open(t)
	run := storetest.StartRun(t, s)
	storetest.StartTask(t, s, run, store.Work{Plugin: storetest.Plugin("first", "1", "id", "puzzle", "se"), Grade: true})
	for grader := range 60 {
		metrics := make([]string, 40)
		for i := range metrics {
			metrics[i] = fmt.Sprintf("metric_%d_%d", grader, i)
		}
		storetest.StartTask(t, s, run, store.Work{Plugin: storetest.Plugin(fmt.Sprintf("grader-%d", grader), "1", metrics...), Grade: true})
	}
	if got := storetest.One(t, s, "SELECT count(*) FROM library WHERE metric_30_39 IS NULL AND first_id IS NULL"); got != "0" {
		t.Errorf("an empty library has %s rows", got)
	}
	if got := storetest.One(t, s, "SELECT count(*) FROM metric"); got != "2403" {
		t.Errorf("%s metrics", got)
	}
}
