package store_test

import (
	"errors"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store"
)

// twoAtOnce lets two tasks of the same work, each on connections of its own, read what is to be done and then
// save it in turns.
func twoAtOnce(t *testing.T, w store.Work, save func(*store.Store, *store.Task, []store.Item)) *store.Store {
	t.Helper()
	first := newLibrary(t)
	must(first.Import(t.Context(), store.Source{Name: "a"}, entriesOf("a", 0, 3000)))(t)
	stores := []*store.Store{first, openLibrary(t, first.Path())}
	var tasks []*store.Task
	var todo [][][]store.Item
	for _, s := range stores {
		task := startTask(t, s, startRun(t, s), w)
		tasks, todo = append(tasks, task), append(todo, nil)
		for items, err := range task.Pending(t.Context(), store.Selection{}, 700) {
			if err != nil {
				t.Fatal(err)
			}
			todo[len(todo)-1] = append(todo[len(todo)-1], items)
		}
	}
	for i := range todo[0] {
		for k, s := range stores {
			save(s, tasks[k], todo[k][i])
		}
	}
	sound(t, first, 3000)
	return first
}

func TestEqualSolversAtOnceSaveEachAnswerOnce(t *testing.T) {
	save := func(s *store.Store, task *store.Task, items []store.Item) {
		var answers []store.Answered
		for _, i := range items {
			_, grid := puzzleOf("a", int(i.ID-1))
			answers = append(answers, answerOf(i.ID, i.Puzzle, grid))
		}
		if err := task.SaveResults(t.Context(), answers); err != nil {
			t.Fatal(err)
		}
	}
	s := twoAtOnce(t, store.Work{Plugin: pluginOf("x", "1"), Limit: 2}, save)
	if got := one(t, s, "SELECT (SELECT count(*) FROM results) || ' ' || (SELECT sum(puzzles) FROM tasks)"); got != "3000 3000" {
		t.Errorf("results and puzzles of tasks: %s", got)
	}
	s = twoAtOnce(t, store.Work{Plugin: pluginOf("x", "1"), Limit: 2, Repeat: true}, save)
	if got := one(t, s, "SELECT count(*) FROM results"); got != "6000" {
		t.Errorf("%s results of tasks that repeat, want 6000", got)
	}
}

func TestEqualGradersAtOnceSaveEachGradeOnce(t *testing.T) {
	s := twoAtOnce(t, store.Work{Plugin: pluginOf("x", "1", "se"), Grade: true}, func(s *store.Store, task *store.Task, items []store.Item) {
		var graded []store.Graded
		for _, i := range items {
			graded = append(graded, store.Graded{ID: i.ID, Grades: []sudoku.Grade{{Metric: "se", Value: 1.5}}})
		}
		if err := task.SaveGrades(t.Context(), graded); err != nil {
			t.Fatal(err)
		}
	})
	if got := one(t, s, "SELECT (SELECT count(*) FROM grades) || ' ' || (SELECT sum(puzzles) FROM tasks)"); got != "3000 3000" {
		t.Errorf("grades and puzzles of tasks: %s", got)
	}
}

// TestAnswersAreTakenBack saves a second answer to a puzzle while another process does the same work.
func TestAnswersAreTakenBack(t *testing.T) {
	s := newLibrary(t)
	must(s.Import(t.Context(), store.Source{Name: "a"}, entriesOf("a", 0, 1)))(t)
	w := store.Work{Plugin: pluginOf("x", "1"), Limit: 2}
	task, other := startTask(t, s, startRun(t, s), w), startTask(t, s, startRun(t, s), w)
	p, grid := puzzleOf("a", 0)
	back := store.Answered{ID: 1, Again: true, Result: sudoku.Result{Puzzle: p, Verdict: sudoku.Wrong, Err: errors.New("two answers")}}
	for _, save := range []struct {
		task   *store.Task
		answer store.Answered
	}{{other, answerOf(1, p, grid)}, {task, answerOf(1, p, grid)}, {task, back}} {
		if err := save.task.SaveResults(t.Context(), []store.Answered{save.answer}); err != nil {
			t.Fatal(err)
		}
	}
	if got := one(t, s, "SELECT group_concat(verdict) FROM results"); got != "unique,wrong" {
		t.Errorf("verdicts %s", got)
	}
}

// TestCrashesArePendingAgain takes a crash for no answer, by whomever the plugin was killed.
func TestCrashesArePendingAgain(t *testing.T) {
	s := newLibrary(t)
	must(s.Import(t.Context(), store.Source{Name: "a"}, entriesOf("a", 0, 2)))(t)
	w := store.Work{Plugin: pluginOf("x", "1"), Limit: 2}
	task := startTask(t, s, startRun(t, s), w)
	p, grid := puzzleOf("a", 0)
	crash := store.Answered{ID: 2, Result: sudoku.Result{Puzzle: p, Verdict: sudoku.Crashed, Err: errors.New("killed")}}
	if err := task.SaveResults(t.Context(), []store.Answered{answerOf(1, p, grid), crash}); err != nil {
		t.Fatal(err)
	}
	again := startTask(t, s, startRun(t, s), w)
	if n := must(again.CountPending(t.Context(), store.Selection{}))(t); n != 1 {
		t.Errorf("%d puzzles pending, want the crashed one", n)
	}
	if n := solveAll(t.Context(), t, s, again, func(store.Item) sudoku.Grid { _, g := puzzleOf("a", 1); return g }); n != 1 {
		t.Errorf("%d solved, want 1", n)
	}
	if n := must(again.CountPending(t.Context(), store.Selection{}))(t); n != 0 {
		t.Errorf("%d puzzles pending after the second try", n)
	}
	sound(t, s, 2)
}

// TestAnswersToNoPuzzle: what SQLite does not look up row by row is looked up all the same.
func TestAnswersToNoPuzzle(t *testing.T) {
	s := newLibrary(t)
	must(s.Import(t.Context(), store.Source{Name: "a"}, entriesOf("a", 0, 1000)))(t)
	run := startRun(t, s)
	solver := startTask(t, s, run, store.Work{Plugin: pluginOf("x", "1"), Limit: 2})
	grader := startTask(t, s, run, store.Work{Plugin: pluginOf("y", "1", "m"), Grade: true})
	for _, ids := range [][]int64{{999, 1000, 1001}, {1, 5000}, {0, 1}} {
		var answers []store.Answered
		var graded []store.Graded
		for _, id := range ids {
			p, grid := puzzleOf("a", int(max(id, 1)-1))
			answers = append(answers, answerOf(id, p, grid))
			graded = append(graded, store.Graded{ID: id, Grades: []sudoku.Grade{{Metric: "m", Value: 1}}})
		}
		if err := solver.SaveResults(t.Context(), answers); err == nil {
			t.Errorf("answers to %v are saved", ids)
		}
		if err := grader.SaveGrades(t.Context(), graded); err == nil {
			t.Errorf("grades of %v are saved", ids)
		}
	}
	if got := one(t, s, "SELECT (SELECT count(*) FROM opinions) + (SELECT count(*) FROM grade)"); got != "0" {
		t.Errorf("%s rows of batches that failed", got)
	}
	sound(t, s, 1000)
}
