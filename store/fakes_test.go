package store_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store"
)

// newLibrary makes an empty library in a temporary folder.
func newLibrary(t testing.TB) *store.Store {
	t.Helper()
	return openLibrary(t, filepath.Join(t.TempDir(), "test.db"))
}

// blank is a library without puzzles, which takes as long to make as 20 migrations.
var blank = sync.OnceValues(func() ([]byte, error) {
	dir, err := os.MkdirTemp("", "blank")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	s, err := store.Open(context.Background(), filepath.Join(dir, "blank.db"))
	if err == nil {
		err = s.Close()
	}
	if err != nil {
		return nil, err
	}
	return os.ReadFile(filepath.Join(dir, "blank.db"))
})

// openLibrary opens a library, a blank one if there is none, for the time of the test.
func openLibrary(t testing.TB, path string) *store.Store {
	t.Helper()
	if _, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) {
		if err := os.WriteFile(path, must(blank())(t), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	s, err := store.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// must fails the test on an error and returns the value.
func must[T any](v T, err error) func(testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

const solved = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"

// puzzleOf returns a puzzle with one known solution, different for each number: digits relabelled, 24 cells kept.
func puzzleOf(source string, i int) (*sudoku.Puzzle, sudoku.Grid) {
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

// entriesOf yields puzzles from one number to another, the last not included.
func entriesOf(source string, from, to int) iter.Seq[store.Entry] {
	return func(yield func(store.Entry) bool) {
		for i := from; i < to; i++ {
			p, _ := puzzleOf(source, i)
			if !yield(store.Entry{Puzzle: p}) {
				return
			}
		}
	}
}

// pluginOf returns a plugin of no settings that declares metrics.
func pluginOf(id, version string, metrics ...string) store.Plugin {
	p := store.Plugin{Info: sudoku.Info{ID: id, Name: id, Version: version, Complete: true}, Origin: "bundled"}
	for _, m := range metrics {
		p.Info.Metrics = append(p.Info.Metrics, sudoku.Metric{Name: m, Max: 100, HigherIsHarder: true})
	}
	return p
}

// startRun starts a run.
func startRun(t testing.TB, s *store.Store) int64 {
	t.Helper()
	return must(s.StartRun(t.Context(), store.NewRun("run"), store.Selection{}))(t)
}

// startTask starts a task.
func startTask(t testing.TB, s *store.Store, run int64, w store.Work) *store.Task {
	t.Helper()
	return must(s.StartTask(t.Context(), run, w))(t)
}

// answerOf is a unique verdict with the grid.
func answerOf(id int64, p *sudoku.Puzzle, grid sudoku.Grid) store.Answered {
	return store.Answered{ID: id, Result: sudoku.Result{Puzzle: p, Solutions: []sudoku.Grid{grid}, Count: 1,
		Verdict: sudoku.Unique, Stats: sudoku.Stats{Elapsed: time.Duration(1000 + id%5000), Guesses: id % 7}}}
}

// solveAll answers everything that is pending for the task.
func solveAll(ctx context.Context, t testing.TB, s *store.Store, task *store.Task,
	grids func(store.Item) sudoku.Grid) int {
	t.Helper()
	n := 0
	for items, err := range task.Pending(ctx, store.Selection{}, 4096) {
		if err != nil {
			t.Fatal(err)
		}
		answers := make([]store.Answered, len(items))
		for i, item := range items {
			answers[i] = answerOf(item.ID, item.Puzzle, grids(item))
		}
		if err := task.SaveResults(ctx, answers); err != nil {
			t.Fatal(err)
		}
		n += len(items)
	}
	return n
}

// gradeAll grades everything that is pending for the task with made-up values of realistic length.
func gradeAll(ctx context.Context, t testing.TB, s *store.Store, task *store.Task) int {
	t.Helper()
	n := 0
	for items, err := range task.Pending(ctx, store.Selection{}, 4096) {
		if err != nil {
			t.Fatal(err)
		}
		graded := make([]store.Graded, len(items))
		for i, item := range items {
			graded[i] = store.Graded{ID: item.ID, Grades: gradesOf(task, item.ID)}
		}
		if err := task.SaveGrades(ctx, graded); err != nil {
			t.Fatal(err)
		}
		n += len(items)
	}
	return n
}

// gradesOf returns made-up grades of a puzzle.
func gradesOf(task *store.Task, id int64) []sudoku.Grade {
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

// one returns the first value that a query gives, as text.
func one(t *testing.T, s *store.Store, query string) (text string) {
	t.Helper()
	err := s.SQL(t.Context(), query, func(_ []string, v []any) error { text = fmt.Sprint(v[0]); return nil })
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// sound checks the library and, unless it is negative, the number of puzzles.
func sound(t *testing.T, s *store.Store, puzzles int) {
	t.Helper()
	if problems := must(s.Check(t.Context()))(t); len(problems) > 0 {
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

// bandsOfSE are bands of se.
var bandsOfSE = []store.Level{{Name: "easy", Metric: "se", Below: 2.5}, {Name: "hard", Metric: "se", Below: 5},
	{Name: "evil", Metric: "se", Below: math.Inf(1)}}

// gradedLibrary holds n puzzles: all solved, se is (id % 100) / 10, every tenth tagged "x".
func gradedLibrary(t testing.TB, n int) *store.Store {
	t.Helper()
	s := newLibrary(t)
	must(s.Import(t.Context(), store.Source{Name: "a"}, entriesOf("a", 0, n)))(t)
	run := startRun(t, s)
	solver := startTask(t, s, run, store.Work{Plugin: pluginOf("x", "1"), Limit: 2})
	solveAll(t.Context(), t, s, solver, func(i store.Item) sudoku.Grid {
		_, g := puzzleOf("a", int(i.ID-1))
		return g
	})
	grader := startTask(t, s, run, store.Work{Plugin: pluginOf("rules", "1", "se", "techniques"), Grade: true})
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

// documentedLibrary is a small library in which every example of docs/store.md finds something.
func documentedLibrary(t *testing.T) *store.Store {
	t.Helper()
	s := newLibrary(t)
	must(s.Import(t.Context(), store.Source{Name: "file"}, entriesOf("file", 0, 20)))(t)
	run := startRun(t, s)
	grids := func(i store.Item) sudoku.Grid { _, g := puzzleOf("file", int(i.ID-1)); return g }
	entropybt := pluginOf("entropybt", "1.0.0", "information_entropy", "empty_cells")
	solveAll(t.Context(), t, s, startTask(t, s, run, store.Work{Plugin: entropybt, Limit: 2}), grids)
	ga := startTask(t, s, run, store.Work{Plugin: pluginOf("ga", "1.0.0"), Limit: 2})
	gaveUp := store.Answered{ID: 1, Result: sudoku.Result{Err: sudoku.ErrGaveUp}}
	if err := ga.SaveResults(t.Context(), []store.Answered{gaveUp}); err != nil {
		t.Fatal(err)
	}
	for _, version := range []string{"1.0.0", "1.1.0"} {
		rules := pluginOf("rules", version, "se", "maji_level")
		gradeAll(t.Context(), t, s, startTask(t, s, run, store.Work{Plugin: rules, Grade: true}))
	}
	must(s.Import(t.Context(), store.Source{Name: "other"}, entriesOf("other", 10, 30)))(t)
	return s
}
