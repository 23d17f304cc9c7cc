package store_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/sudokuctl/sudokuctl/store"
)

// TestPendingOfSeveralTasks compares what is left to tasks, read at once, with what is left to each: of all puzzles, of sources
// of which one has puzzles of the other again, and of chosen ones, while some tasks have begun, some have not and one is done.
func TestPendingOfSeveralTasks(t *testing.T) {
	s := newLibrary(t)
	for i, from := range []int{0, 500} {
		must(s.Import(t.Context(), store.Source{Name: fmt.Sprint(i)}, entriesOf(fmt.Sprint(i), from, from+800)))(t)
	}
	chosen := []int64{2, 3, 5, 700, 701, 1299}
	for name, sel := range map[string]store.Selection{
		"all": {}, "second source": {Sources: []int64{2}}, "both": {Sources: []int64{2, 1}}, "chosen": {Puzzles: chosen},
	} {
		run := must(s.StartRun(t.Context(), store.NewRun("run"), sel))(t)
		var tasks []*store.Task
		for i, w := range []store.Work{{Plugin: pluginOf(name+"a", "1"), Limit: 2}, {Plugin: pluginOf(name+"b", "1"), Limit: 1},
			{Plugin: pluginOf(name+"a", "1", "m"), Grade: true}, {Plugin: pluginOf(name+"c", "1", "m"), Grade: true}} {
			task := startTask(t, s, run, w)
			tasks = append(tasks, task)
			var answers []store.Answered
			var graded []store.Graded
			for items, err := range task.Pending(t.Context(), sel, 7) {
				if err != nil {
					t.Fatal(err)
				}
				for _, item := range items {
					if i == 0 || i < 3 && item.ID%int64(i+2) == 0 {
						_, grid := puzzleOf("", int(item.ID-1))
						answers = append(answers, answerOf(item.ID, item.Puzzle, grid))
						graded = append(graded, store.Graded{ID: item.ID})
					}
				}
			}
			save := func() error { return task.SaveResults(t.Context(), answers) }
			if w.Grade {
				save = func() error { return task.SaveGrades(t.Context(), graded) }
			}
			if err := save(); err != nil {
				t.Fatal(err)
			}
		}
		for _, some := range [][]*store.Task{tasks, tasks[:3], tasks[1:3], tasks[:1]} {
			left := make([][]int64, len(some))
			for lists, err := range store.Pending(t.Context(), some, sel, 100) {
				if err != nil {
					t.Fatal(err)
				}
				read := map[int64]bool{}
				for i, items := range lists {
					for _, item := range items {
						left[i] = append(left[i], item.ID)
						read[item.ID] = true
					}
				}
				if len(read) > 100 {
					t.Errorf("%s: %d puzzles in a batch of 100", name, len(read))
				}
			}
			for i, task := range some {
				var want []int64
				for items, err := range task.Pending(t.Context(), sel, 100) {
					if err != nil {
						t.Fatal(err)
					}
					for _, item := range items {
						want = append(want, item.ID)
					}
				}
				if n := must(task.CountPending(t.Context(), sel))(t); !slices.Equal(left[i], want) || n != int64(len(want)) {
					t.Errorf("%s: of %d tasks, task %d has %d puzzles left, alone %d, counted %d", name, len(some), i, len(left[i]), len(want), n)
				}
			}
		}
	}
}

// TestChosenPuzzlesAreReadOnce has each portion of a run on chosen puzzles read its own ids only, not those of all portions, and
// the run store few bytes for many of them.
func TestChosenPuzzlesAreReadOnce(t *testing.T) {
	var chosen store.Selection
	for id := range int64(100_000) {
		chosen.Puzzles = append(chosen.Puzzles, id+1)
	}
	portions := store.Portions(chosen, 10_000)
	if len(portions) != 10 || slices.Max(portions) > 70_000 {
		t.Errorf("portions read %d bytes of ids", portions)
	}
	s := newLibrary(t)
	must(s.StartRun(t.Context(), store.NewRun("run"), chosen))(t)
	err := s.SQL(t.Context(), "SELECT selection FROM runs", func(_ []string, v []any) error {
		if text := v[0].(string); len(text) > 100 {
			t.Errorf("the run stores its selection in %d bytes", len(text))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
