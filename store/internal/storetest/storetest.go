// Package storetest has what the tests of the store share: small libraries, puzzles with known solutions, and a check that a
// library is sound.
package storetest

import (
	"context"
	"fmt"
	"iter"
	"math"
	"math/rand/v2"
	"path/filepath"
	"testing"
	"time"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store"
)

// Open makes an empty library in a temporary folder.
func Open(t testing.TB) *store.Store {
	t.Helper()
	return OpenFile(t, filepath.Join(t.TempDir(), "test.db"))
}

// OpenFile opens a library, which is made if there is none, for the time of the test.
func OpenFile(t testing.TB, path string) *store.Store {
	t.Helper()
	s, err := store.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// Must fails the test on an error and returns the value.
func Must[T any](v T, err error) func(testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

const solved = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"

// Puzzle returns a puzzle with one known solution, different for each number: digits relabelled, 24 cells kept.
func Puzzle(source string, i int) (*sudoku.Puzzle, sudoku.Grid) {
	r := rand.New(rand.NewPCG(1, uint64(i)))
	relabel := r.Perm(9)
	grid, givens := make(sudoku.Grid, 81), make(sudoku.Grid, 81)
	for c := range grid {
		grid[c] = uint8(relabel[solved[c]-'1'] + 1)
	}
	for _, c := range r.Perm(81)[:24] {
		givens[c] = grid[c]
	}
	name := fmt.Sprintf("%s:%d", source, i+1)
	p := sudoku.MustPuzzle(sudoku.Classic(), givens)
	p.Name = name
	return p, grid
}

// Entries yields puzzles from one number to another, the last not included.
func Entries(source string, from, to int) iter.Seq[store.Entry] {
	return func(yield func(store.Entry) bool) {
		for i := from; i < to; i++ {
			p, _ := Puzzle(source, i)
			if !yield(store.Entry{Puzzle: p}) {
				return
			}
		}
	}
}

// Plugin returns a plugin of no settings that declares metrics.
func Plugin(id, version string, metrics ...string) store.Plugin {
	p := store.Plugin{Info: sudoku.Info{ID: id, Name: id, Version: version, Complete: true}, Origin: "bundled"}
	for _, m := range metrics {
		p.Info.Metrics = append(p.Info.Metrics, sudoku.Metric{Name: m, Max: 100, HigherIsHarder: true})
	}
	return p
}

// StartRun starts a run.
func StartRun(t testing.TB, s *store.Store) int64 {
	t.Helper()
	return Must(s.StartRun(t.Context(), store.NewRun("run"), store.Selection{}))(t)
}

// StartTask starts a task.
func StartTask(t testing.TB, s *store.Store, run int64, w store.Work) *store.Task {
	t.Helper()
	return Must(s.StartTask(t.Context(), run, w))(t)
}

// Answer is a unique verdict with the grid.
func Answer(id int64, p *sudoku.Puzzle, grid sudoku.Grid) store.Answered {
	return store.Answered{ID: id, Result: sudoku.Result{Puzzle: p, Solutions: []sudoku.Grid{grid}, Count: 1,
		Verdict: sudoku.Unique, Stats: sudoku.Stats{Elapsed: time.Duration(1000 + id%5000), Guesses: id % 7}}}
}

// SolveAll answers everything that is pending for the task.
func SolveAll(ctx context.Context, t testing.TB, s *store.Store, task *store.Task,
	grids func(store.Item) sudoku.Grid) int {
	t.Helper()
	n := 0
	for items, err := range task.Pending(ctx, store.Selection{}, 4096) {
		if err != nil {
			t.Fatal(err)
		}
		answers := make([]store.Answered, len(items))
		for i, item := range items {
			answers[i] = Answer(item.ID, item.Puzzle, grids(item))
		}
		if err := task.SaveResults(ctx, answers); err != nil {
			t.Fatal(err)
		}
		n += len(items)
	}
	return n
}

// GradeAll grades everything that is pending for the task with made-up values of realistic length.
func GradeAll(ctx context.Context, t testing.TB, s *store.Store, task *store.Task) int {
	t.Helper()
	n := 0
	for items, err := range task.Pending(ctx, store.Selection{}, 4096) {
		if err != nil {
			t.Fatal(err)
		}
		graded := make([]store.Graded, len(items))
		for i, item := range items {
			graded[i] = store.Graded{ID: item.ID, Grades: GradesOf(task, item.ID)}
		}
		if err := task.SaveGrades(ctx, graded); err != nil {
			t.Fatal(err)
		}
		n += len(items)
	}
	return n
}

// GradesOf returns made-up grades of a puzzle.
func GradesOf(task *store.Task, id int64) []sudoku.Grade {
	r := rand.New(rand.NewPCG(uint64(id), 2))
	var grades []sudoku.Grade
	for _, m := range task.Plugin.Info.Metrics {
		g := sudoku.Grade{Metric: m.Name, Value: float64(r.IntN(100)) / 10}
		switch m.Name {
		case "information_entropy":
			g.Value = float64(r.IntN(729)) / 729
		case "empty_cells":
			g.Value = 57
		case "maji_level":
			g.Value = float64(1 + r.IntN(4))
			g.Label = fmt.Sprint(g.Value)
		case "r_average", "r_bipart", "r_min2":
			g.Value = r.Float64()
		}
		grades = append(grades, g)
	}
	return grades
}

// One returns the first value that a query gives, as text.
func One(t *testing.T, s *store.Store, query string) (text string) {
	t.Helper()
	err := s.SQL(t.Context(), query, func(_ []string, v []any) error { text = fmt.Sprint(v[0]); return nil })
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// Sound checks the library and, unless it is negative, the number of puzzles.
func Sound(t *testing.T, s *store.Store, puzzles int) {
	t.Helper()
	if problems := Must(s.Check(t.Context()))(t); len(problems) > 0 {
		t.Errorf("check: %q", problems)
	}
	n := 0
	for _, err := range s.List(t.Context(), store.Filter{}) {
		if err != nil {
			t.Fatal(err)
		}
		n++
	}
	if puzzles >= 0 && n != puzzles {
		t.Errorf("%d puzzles, want %d", n, puzzles)
	}
}

// Levels are bands of se.
var Levels = []store.Level{{Name: "easy", Metric: "se", Below: 2.5}, {Name: "hard", Metric: "se", Below: 5},
	{Name: "evil", Metric: "se", Below: math.Inf(1)}}

// GradedLibrary holds n puzzles: all solved, se is (id % 100) / 10, every tenth tagged "x".
func GradedLibrary(t testing.TB, n int) *store.Store {
	t.Helper()
	s := Open(t)
	Must(s.Import(t.Context(), store.Source{Name: "a"}, Entries("a", 0, n)))(t)
	run := StartRun(t, s)
	solver := StartTask(t, s, run, store.Work{Plugin: Plugin("x", "1"), Limit: 2})
	SolveAll(t.Context(), t, s, solver, func(i store.Item) sudoku.Grid {
		_, g := Puzzle("a", int(i.ID-1))
		return g
	})
	grader := StartTask(t, s, run, store.Work{Plugin: Plugin("rules", "1", "se", "techniques"), Grade: true})
	var tagged []int64
	for items, err := range grader.Pending(t.Context(), store.Selection{}, 10_000) {
		if err != nil {
			t.Fatal(err)
		}
		var graded []store.Graded
		for _, i := range items {
			grades := []sudoku.Grade{{Metric: "se", Value: float64(i.ID%100) / 10},
				{Metric: "techniques", Value: 1, Label: "naked_pair"}}
			if i.ID%50 == 0 {
				grades[1] = sudoku.Grade{Metric: "techniques", Value: 2, Label: "x_wing,naked_pair"}
			}
			graded = append(graded, store.Graded{ID: i.ID, Grades: grades})
			if i.ID%10 == 0 {
				tagged = append(tagged, i.ID)
			}
		}
		if err := grader.SaveGrades(t.Context(), graded); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Tag(t.Context(), "x", tagged...); err != nil {
		t.Fatal(err)
	}
	return s
}

// Documented is a small library in which every example of docs/store.md finds something.
func Documented(t *testing.T) *store.Store {
	t.Helper()
	s := Open(t)
	Must(s.Import(t.Context(), store.Source{Name: "file"}, Entries("file", 0, 20)))(t)
	run := StartRun(t, s)
	grids := func(i store.Item) sudoku.Grid { _, g := Puzzle("file", int(i.ID-1)); return g }
	entropybt := Plugin("entropybt", "1.0.0", "information_entropy", "empty_cells")
	SolveAll(t.Context(), t, s, StartTask(t, s, run, store.Work{Plugin: entropybt, Limit: 2}), grids)
	ga := StartTask(t, s, run, store.Work{Plugin: Plugin("ga", "1.0.0"), Limit: 2})
	gaveUp := store.Answered{ID: 1, Result: sudoku.Result{Err: sudoku.ErrGaveUp}}
	if err := ga.SaveResults(t.Context(), []store.Answered{gaveUp}); err != nil {
		t.Fatal(err)
	}
	for _, version := range []string{"1.0.0", "1.1.0"} {
		rules := Plugin("rules", version, "se", "maji_level")
		GradeAll(t.Context(), t, s, StartTask(t, s, run, store.Work{Plugin: rules, Grade: true}))
	}
	Must(s.Import(t.Context(), store.Source{Name: "other"}, Entries("other", 10, 30)))(t)
	return s
}
