package store_test

import (
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store"
)

// TestChangedProgram has another program answer as the same version of a plugin: it is asked anew, unless answers are to be kept,
// and its answers stay apart from the first one's. The first one, back again, has nothing to do.
func TestChangedProgram(t *testing.T) {
	s := newLibrary(t)
	must(s.Import(t.Context(), store.Source{Name: "a"}, entriesOf("a", 0, 5)))(t)
	task := func(checksum string, keep, grade bool) (task *store.Task, run, pending int64, before *store.Program) {
		t.Helper()
		p := pluginOf("mine", "1", "m")
		p.Checksum = checksum
		record := store.NewRun("run")
		record.Options = map[string]any{"keep": keep}
		run = must(s.StartRun(t.Context(), record, store.Selection{}))(t)
		task = startTask(t, s, run, store.Work{Plugin: p, Limit: 2, Keep: keep, Grade: grade})
		return task, run, must(task.CountPending(t.Context(), store.Selection{}))(t), must(task.Before(t.Context()))(t)
	}
	for _, grade := range []bool{false, true} {
		first, run, pending, before := task("aa", false, grade)
		if pending != 5 || before != nil {
			t.Fatalf("grade %v, first: %d pending, %+v before", grade, pending, before)
		}
		do := func(task *store.Task) {
			t.Helper()
			if grade {
				gradeAll(t.Context(), t, s, task)
			} else {
				solveAll(t.Context(), t, s, task, func(i store.Item) sudoku.Grid {
					_, grid := puzzleOf("a", int(i.ID-1))
					return grid
				})
			}
		}
		do(first)
		_, kept, pending, before := task("bb", true, grade)
		if pending != 0 || before == nil || *before != (store.Program{Run: run, Checksum: "aa"}) {
			t.Errorf("grade %v, kept: %d pending, %+v before", grade, pending, before)
		}
		if n := samples(t, s, kept)["mine@1+aa"]; !grade && n != 5 {
			t.Errorf("a run that keeps answers has %d samples", n)
		}
		second, changed, pending, before := task("bb", false, grade)
		if pending != 5 || before == nil || *before != (store.Program{Run: run, Checksum: "aa"}) {
			t.Errorf("grade %v, changed: %d pending, %+v before", grade, pending, before)
		}
		do(second)
		if n := samples(t, s, changed)["mine"]; !grade && n != 5 {
			t.Errorf("a run of the second program has %d samples", n)
		}
		if both := samples(t, s, run, changed); !grade && (both["mine@1+aa"] != 5 || both["mine@1+bb"] != 5) {
			t.Errorf("runs of both programs have samples %v", both)
		}
		if _, _, pending, before = task("aa", false, grade); pending != 0 || before != nil {
			t.Errorf("grade %v, back: %d pending, %+v before", grade, pending, before)
		}
	}
	sound(t, s, 5)
}

// samples counts the samples of runs by solver.
func samples(t *testing.T, s *store.Store, runs ...int64) map[string]int {
	t.Helper()
	counts := map[string]int{}
	for x, err := range s.Samples(t.Context(), runs...) {
		if err != nil {
			t.Fatal(err)
		}
		counts[x.Solver]++
	}
	return counts
}
