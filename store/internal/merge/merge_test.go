package merge_test

import (
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/store/internal/storetest"
	"github.com/sudokuctl/sudokuctl/store/sqlite"
)

// said asks for what a library says of its puzzles, in words that depend neither on its numbers nor on which of two
// libraries had a puzzle first.
var said = map[string]string{
	"places": `SELECT hex(p.cells), g.text, s.name, s.licence, q.line FROM puzzle p JOIN geometry g ON g.id = geometry_id
		JOIN (SELECT id AS puzzle_id, source_id, coalesce(line, 0) AS line FROM puzzle
			UNION ALL SELECT puzzle_id, source_id, line FROM recurrence) q ON q.puzzle_id = p.id JOIN source s ON s.id = q.source_id`,
	"answers": "SELECT hex(cells), verdict, disputed, hex(grid) FROM answer JOIN puzzle p ON p.id = puzzle_id",
	"results": `SELECT hex(cells), r.plugin, r.version, u.uid, r.verdict, r.found, r.self_ns, r.guesses, r.time
		FROM results r JOIN puzzle p ON p.id = puzzle_id JOIN run u ON u.id = r.run`,
	"grades": `SELECT hex(cells), h.metric, h.value, h.label, h.plugin, h.version, u.uid, h.time
		FROM grade_history h JOIN puzzle p ON p.id = puzzle_id JOIN run u ON u.id = h.run`,
	"graders": `SELECT hex(cells), al.name, pl.version, x.superseded, coalesce(json_extract(w.text, '$.error'), '') FROM grade x
		JOIN puzzle p ON p.id = x.puzzle_id JOIN plugin pl ON pl.id = x.plugin_id JOIN algorithm al ON al.id = x.algorithm_id
		LEFT JOIN wording w ON w.id = x.wording_id`,
	"tags":    "SELECT hex(cells), t.name FROM puzzle_tag JOIN puzzle p ON p.id = puzzle_id JOIN tag t ON t.id = tag_id",
	"deleted": "SELECT hex(cells) FROM deletion JOIN puzzle p ON p.id = puzzle_id",
	"runs":    "SELECT uid, command, state, started_at, ended_at FROM run",
	"tasks":   "SELECT uid, plugin, kind, puzzles FROM tasks t JOIN run u ON u.id = t.run",
}

// rows returns what a library answers to questions, sorted.
func rows(t *testing.T, s *store.Store, questions map[string]string) map[string][]string {
	t.Helper()
	all := map[string][]string{}
	for what, question := range questions {
		err := s.SQL(t.Context(), question, func(_ []string, v []any) error {
			all[what] = append(all[what], strings.TrimSpace(fmt.Sprintln(v...)))
			return nil
		})
		if err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		slices.Sort(all[what])
	}
	return all
}

// everything returns all rows of all tables but those of SQLite.
func everything(t *testing.T, s *store.Store) map[string][]string {
	t.Helper()
	questions := map[string]string{}
	err := s.SQL(t.Context(), "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'",
		func(_ []string, v []any) error {
			name := v[0].(string)
			questions[name] = "SELECT * FROM " + name
			return nil
		})
	if err != nil {
		t.Fatal(err)
	}
	return rows(t, s, questions)
}

// same reports what two libraries do not agree on, and an example of it.
func same(t *testing.T, got, want map[string][]string) {
	t.Helper()
	for _, what := range slices.Sorted(maps.Keys(want)) {
		if g, w := got[what], want[what]; !slices.Equal(g, w) {
			i := 0
			for i < min(len(g), len(w)) && g[i] == w[i] {
				i++
			}
			t.Errorf("%s: %d rows instead of %d, row %d is %.200q instead of %.200q", what, len(g), len(w), i,
				g[i:min(i+1, len(g))], w[i:min(i+1, len(w))])
		}
	}
}

// grader is a version of the plugin g, and how it grades a puzzle.
type grader struct {
	version string
	metrics []string
	grade   func(id int64) store.Graded
}

// valued grades every third puzzle "too hard", the others by metrics with labels.
func valued(version string, metrics ...string) grader {
	return grader{version, metrics, func(id int64) store.Graded {
		g := store.Graded{ID: id}
		if id%3 == 0 {
			g.Err = errors.New("too hard for " + version)
			return g
		}
		for k, m := range metrics {
			g.Grades = append(g.Grades, sudoku.Grade{Metric: m, Value: float64(id) / float64(k+2), Label: m + " of " + version})
		}
		return g
	}}
}

// library makes the library name.db in a folder: the puzzles numbered from…to-1, solved, graded and tagged. It is closed,
// because tests change the file.
func library(t *testing.T, dir, name string, from, to int, graders ...grader) string {
	t.Helper()
	ctx, path := t.Context(), filepath.Join(dir, name+".db")
	s := storetest.OpenFile(t, path)
	defer s.Close()
	grids := map[string]sudoku.Grid{}
	storetest.Must(s.Import(ctx, store.Source{Name: name, SHA256: name, Licence: "CC0-1.0"}, func(yield func(store.Entry) bool) {
		for i := from; i < to; i++ {
			p, grid := storetest.Puzzle(name, i)
			grids[p.String()] = grid
			if !yield(store.Entry{Puzzle: p, Tags: []string{"all", "of " + name, fmt.Sprint("tag", i%3)}}) {
				return
			}
		}
	}))(t)
	run := storetest.StartRun(t, s)
	solver := storetest.StartTask(t, s, run, store.Work{Plugin: storetest.Plugin("x", "1"), Limit: 2})
	storetest.SolveAll(ctx, t, s, solver, func(i store.Item) sudoku.Grid { return grids[i.Puzzle.String()] })
	for _, g := range graders {
		gradeAll(t, s, run, g)
	}
	if err := s.SetRunState(ctx, run, store.StateDone); err != nil {
		t.Fatal(err)
	}
	return path
}

// gradeAll grades what a version has not graded, at a moment after all that was saved before.
func gradeAll(t *testing.T, s *store.Store, run int64, g grader) {
	t.Helper()
	task := storetest.StartTask(t, s, run, store.Work{Plugin: storetest.Plugin("g", g.version, g.metrics...), Grade: true})
	var graded []store.Graded
	for items, err := range task.Pending(t.Context(), store.Selection{}, 1000) {
		if err != nil {
			t.Fatal(err)
		}
		for _, i := range items {
			graded = append(graded, g.grade(i.ID))
		}
	}
	for before := time.Now().UnixMilli(); before == time.Now().UnixMilli(); {
		// Moments are kept in milliseconds.
	}
	if err := task.SaveGrades(t.Context(), graded); err != nil {
		t.Fatal(err)
	}
}

// change changes a file that no store has open.
func change(t *testing.T, path, statement string) {
	t.Helper()
	db, err := sql.Open(sqlite.Driver, path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec(statement); err != nil {
		t.Fatal(err)
	}
}

func merged(t *testing.T, into *store.Store, path string) store.Merged {
	t.Helper()
	return storetest.Must(into.Merge(t.Context(), path, func(int64, int64) {}))(t)
}

// TestOrder merges libraries with puzzles in common, each into the other: they come to say the same. A second merge
// changes no row.
func TestOrder(t *testing.T) {
	dir := t.TempDir()
	first := library(t, dir, "a", 0, 40, valued("1", "se", "steps"))
	second := library(t, dir, "b", 25, 60, valued("2", "human", "steps", "se"))
	a := storetest.OpenFile(t, first)
	run := storetest.StartRun(t, a)
	gradeAll(t, a, run, valued("3", "se", "steps"))
	if err := a.SetRunState(t.Context(), run, store.StateFailed); err != nil {
		t.Fatal(err)
	}
	copies := map[string]string{first: filepath.Join(dir, "first.db"), second: filepath.Join(dir, "second.db")}
	for path, to := range copies {
		if err := store.Backup(t.Context(), path, to); err != nil {
			t.Fatal(err)
		}
	}

	b := storetest.OpenFile(t, second)
	storetest.Must(a.Delete(t.Context(), 3))(t)
	if got := merged(t, a, copies[second]); got.Puzzles != 35 || got.New != 20 || got.Results != 35 || got.Grades != 35 || got.Runs != 1 ||
		got.Refuted != 0 || len(got.Contested) != 0 {
		t.Errorf("merged %+v", got)
	}
	if got := merged(t, b, first); got.Puzzles != 60 || got.New != 25 || got.Results != 40 || got.Grades != 80 || got.Runs != 2 {
		t.Errorf("merged %+v", got)
	}
	same(t, rows(t, b, said), rows(t, a, said))
	storetest.Sound(t, a, 59)
	storetest.Sound(t, b, 59)

	before := everything(t, a)
	for _, path := range []string{copies[second], second} {
		if got := merged(t, a, path); got.New+got.Results+got.Grades+got.Runs != 0 {
			t.Errorf("merged %+v once more", got)
		}
		same(t, everything(t, a), before)
	}
}

// TestRefused merges what is no library of this schema: an error says what it is, and nothing changes.
func TestRefused(t *testing.T) {
	for _, c := range []struct {
		name   string
		damage func(t *testing.T, path string)
		want   error
	}{
		{"newer", func(t *testing.T, path string) { change(t, path, "PRAGMA user_version = 1000") }, store.ErrNewer},
		{"of another application", func(t *testing.T, path string) { change(t, path, "PRAGMA application_id = 42") }, store.ErrForeign},
		{"text", func(t *testing.T, path string) { overwrite(t, path, 0, []byte("no database at all")) }, store.ErrNotDatabase},
		{"a page of the schema", func(t *testing.T, path string) { overwrite(t, path, 100, make([]byte, 3000)) }, store.ErrCorrupt},
		{"a geometry", func(t *testing.T, path string) { change(t, path, "UPDATE geometry SET text = 'round'") }, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			a := storetest.OpenFile(t, library(t, dir, "a", 0, 10, valued("1", "se")))
			b := library(t, dir, "b", 5, 20, valued("1", "se"))
			c.damage(t, b)
			before := everything(t, a)
			_, err := a.Merge(t.Context(), b, func(int64, int64) {})
			if err == nil || c.want != nil && !errors.Is(err, c.want) || !strings.Contains(err.Error(), "merging library") {
				t.Errorf("got %v, want %v", err, c.want)
			}
			same(t, everything(t, a), before)
			storetest.Sound(t, a, 10)
		})
	}
}

func overwrite(t *testing.T, path string, at int64, with []byte) {
	t.Helper()
	f := storetest.Must(os.OpenFile(path, os.O_WRONLY, 0))(t)
	_, err := f.WriteAt(with, at)
	if err := errors.Join(err, f.Close()); err != nil {
		t.Fatal(err)
	}
}

// TestDamagedInside merges libraries that are found to be damaged when some of them has been read: no puzzle, answer or
// grade of the transaction stays, and the library that was damaged can be merged when it is mended.
func TestDamagedInside(t *testing.T) {
	for _, statement := range []string{
		"UPDATE puzzle SET cells = x'00' WHERE id = 12",
		"UPDATE wording SET text = '{' WHERE id = 1",
		"UPDATE grade SET wording_id = 1000",
		"UPDATE result SET verdict = -1 WHERE puzzle_id = 12",
		"UPDATE result SET chunk_id = 1000 WHERE puzzle_id = 12",
		"DELETE FROM puzzle WHERE id = 12",
	} {
		t.Run(statement, func(t *testing.T) {
			dir := t.TempDir()
			a := storetest.OpenFile(t, library(t, dir, "a", 0, 10, valued("1", "se")))
			b := library(t, dir, "b", 5, 20, valued("2", "se"))
			sound := filepath.Join(dir, "sound.db")
			if err := store.Backup(t.Context(), b, sound); err != nil {
				t.Fatal(err)
			}
			change(t, b, statement)
			ofPuzzles := maps.Clone(said)
			delete(ofPuzzles, "runs")
			delete(ofPuzzles, "tasks")
			before := rows(t, a, ofPuzzles)
			sum, err := a.Merge(t.Context(), b, func(int64, int64) {})
			if err == nil || !strings.Contains(err.Error(), "merging library") || sum.New+sum.Results+sum.Grades != 0 {
				t.Errorf("merged %+v, %v", sum, err)
			}
			same(t, rows(t, a, ofPuzzles), before)
			if got := merged(t, a, sound); got.New != 10 || got.Grades != 15 {
				t.Errorf("merged %+v of the sound copy", got)
			}
			storetest.Sound(t, a, 20)
		})
	}
}
