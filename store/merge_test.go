package store_test

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
	"github.com/sudokuctl/sudokuctl/store/sqlite"
)

// mergingFile names the library that a re-executed test binary merges another one into until it is killed.
const mergingFile = "SUDOKUCTL_TEST_MERGING"

// knowledge asks for all that a library knows, in words that do not depend on its numbers.
var knowledge = map[string]string{
	"places": `SELECT hex(p.cells), g.text, s.name, s.sha256, q.line, p.name, p.comment FROM puzzle p JOIN geometry g ON g.id = geometry_id
		JOIN (SELECT id AS puzzle_id, source_id, coalesce(line, 0) AS line FROM puzzle
			UNION ALL SELECT puzzle_id, source_id, line FROM recurrence) q ON q.puzzle_id = p.id JOIN source s ON s.id = q.source_id`,
	"answers":   "SELECT hex(cells), verdict, disputed, hex(grid) FROM puzzle WHERE verdict IS NOT NULL",
	"solutions": "SELECT hex(cells), hex(s.grid) FROM solution s JOIN puzzle p ON p.id = puzzle_id",
	"results": `SELECT hex(cells), r.plugin, r.version, r.settings_hash, u.uid, r.verdict, r.found, r.self_ns, r.guesses, r.measures, r.error,
		r.max_solutions, r.timeout_ms, r.time FROM results r JOIN puzzle p ON p.id = puzzle_id JOIN run u ON u.id = r.run`,
	"grades": `SELECT hex(cells), h.metric, h.value, h.label, h.plugin, h.version, u.uid, h.time
		FROM grade_history h JOIN puzzle p ON p.id = puzzle_id JOIN run u ON u.id = h.run`,
	"ungradable": "SELECT hex(cells), json_extract(w.text, '$.error') FROM grade g JOIN puzzle p ON p.id = puzzle_id JOIN wording w ON w.id = g.wording_id WHERE w.text LIKE '%error%'",
	"tags":       "SELECT hex(cells), t.name FROM puzzle_tag JOIN puzzle p ON p.id = puzzle_id JOIN tag t ON t.id = tag_id",
	"keys":       "SELECT hex(cells), hex(puzzle_key) FROM canonical JOIN puzzle p ON p.id = puzzle_id",
	"published":  "SELECT hex(cells), series, issue, hex(form), published FROM publication JOIN puzzle p ON p.id = puzzle_id",
	"plays":      "SELECT hex(cells), y.id, player, seconds, solved, hints, checks, at FROM plays y JOIN puzzle p ON p.id = puzzle_id",
	"deleted":    "SELECT hex(cells), deleted_at FROM deletion JOIN puzzle p ON p.id = puzzle_id",
	"runs":       "SELECT uid, command, state, started_at, ended_at, options FROM run",
	"tasks":      "SELECT uid, plugin, kind, puzzles FROM tasks t JOIN run u ON u.id = t.run",
}

// known returns the rows of each question of knowledge, sorted.
func known(t *testing.T, s *store.Store) map[string][]string {
	t.Helper()
	all := map[string][]string{}
	for what, question := range knowledge {
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

// sameRows reports the first row in which two libraries differ.
func sameRows(t *testing.T, what string, want, got []string) {
	t.Helper()
	for i := range max(len(want), len(got)) {
		if i >= len(want) || i >= len(got) || want[i] != got[i] {
			t.Errorf("%s: %d rows instead of %d, from row %d on %.300q instead of %.300q", what, len(got), len(want), i, got[min(i, len(got)):],
				want[min(i, len(want)):])
			return
		}
	}
}

// joined returns the rows that either has.
func joined(a, b map[string][]string) map[string][]string {
	all := map[string][]string{}
	for what := range knowledge {
		rows := slices.Concat(a[what], b[what])
		slices.Sort(rows)
		all[what] = slices.Compact(rows)
	}
	return all
}

// fill makes a library of the puzzles numbered from…to-1: solved, graded, tagged, with keys, publications and numbers
// that their source states. The metrics are stored in the order given.
func fill(t *testing.T, s *store.Store, name string, from, to int, version string, metrics ...string) {
	t.Helper()
	ctx := t.Context()
	must(s.Import(ctx, store.Source{Name: name, SHA256: name + "-sum", Licence: "CC0-1.0"}, func(yield func(store.Entry) bool) {
		for i := from; i < to; i++ {
			p, _ := puzzleOf(name, i)
			e := store.Entry{Puzzle: p, Tags: []string{"all", fmt.Sprint("tag", i%3)}}
			if i%4 == 0 {
				e.Stated = []sudoku.Grade{{Metric: "imported_" + name, Value: float64(i) / 8}}
			}
			if !yield(e) {
				return
			}
		}
	}))(t)
	grids := map[string]sudoku.Grid{}
	for i := range to {
		p, grid := puzzleOf(name, i)
		grids[p.String()] = grid
	}
	run := must(s.StartRun(ctx, store.NewRun("run"), store.Selection{Sources: []int64{1}}))(t)
	solve := startTask(t, s, run, store.Work{Plugin: pluginOf("x", "1"), Limit: 2})
	solveAll(ctx, t, s, solve, func(i store.Item) sudoku.Grid { return grids[i.Puzzle.String()] })
	grade := startTask(t, s, run, store.Work{Plugin: pluginOf("g", version, metrics...), Grade: true})
	for items, err := range grade.Pending(ctx, store.Selection{}, 500) {
		if err != nil {
			t.Fatal(err)
		}
		var graded []store.Graded
		for _, item := range items {
			g := store.Graded{ID: item.ID}
			if item.ID%17 == 0 {
				g.Err = fmt.Errorf("too hard: %d", item.ID%5)
			} else {
				for k, m := range metrics {
					g.Grades = append(g.Grades, sudoku.Grade{Metric: m, Value: float64(item.ID%100)/float64(2+k) + float64(k),
						Label: fmt.Sprintf("%s-%d", m, item.ID%7)})
				}
			}
			graded = append(graded, g)
		}
		if err := grade.SaveGrades(ctx, graded); err != nil {
			t.Fatal(err)
		}
	}
	var keys []store.Canonical
	for i := range to - from {
		id := int64(i + 1)
		keys = append(keys, store.Canonical{ID: id, Puzzle: fmt.Append(nil, "key", (from+i)/2)})
	}
	if err := s.SaveCanonical(ctx, keys[:10]); err != nil {
		t.Fatal(err)
	}
	must(s.LinkDuplicates(ctx))(t)
	for i := range 20 {
		must(s.AddPlays(ctx, store.Play{ID: store.NewPlayID(fmt.Sprint("play", from+i)), Puzzle: int64(i + 1), Player: store.NewPlayID(name),
			Seconds: int64(100 + i), Solved: i%5 > 0, Hints: int64(i % 3), At: time.Unix(1795288372, 0)}))(t)
	}
	err := s.Publish(ctx, store.Publication{Series: "daily " + name, Issue: "2026-01-01", Puzzle: 3, Form: []byte("f")})
	if err == nil {
		err = s.SetRunState(ctx, run, store.StateDone)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// TestMerge merges two libraries that have puzzles in common, whose graders have other metrics, in another order and
// stored with other divisors.
func TestMerge(t *testing.T) {
	dir := t.TempDir()
	a, b := openLibrary(t, filepath.Join(dir, "a.db")), openLibrary(t, filepath.Join(dir, "b.db"))
	must(b.Import(t.Context(), store.Source{Name: "something else"}, entriesOf("else", 100, 103)))(t)
	fill(t, a, "a", 0, 300, "1", "se", "techniques", "x0", "x1", "x2", "x3", "x4", "x5", "x6")
	fill(t, b, "b", 200, 500, "1", "x6", "x5", "human", "se", "techniques", "x1", "x2", "x3", "x4", "x0")
	fromA, fromB := known(t, a), known(t, b)
	if got := one(t, b, "SELECT count(DISTINCT divisor) > 1 FROM metric"); got != "1" {
		t.Fatal("all metrics have one divisor: that tests little")
	}
	want := joined(fromA, fromB)
	// The graders have one version: of the 103 puzzles in common, this library's grade stays.
	want["grades"] = want["grades"][:0]
	taken := map[string]bool{}
	for _, row := range fromA["grades"] {
		if cells, rest, _ := strings.Cut(row, " "); !strings.Contains(rest, "imported_") {
			taken[cells] = true
		}
		want["grades"] = append(want["grades"], row)
	}
	for _, row := range fromA["ungradable"] {
		cells, _, _ := strings.Cut(row, " ")
		taken[cells] = true
	}
	for _, row := range fromB["grades"] {
		if cells, rest, _ := strings.Cut(row, " "); !taken[cells] || strings.Contains(rest, "imported_") {
			want["grades"] = append(want["grades"], row)
		}
	}
	slices.Sort(want["grades"])

	sum := must(a.Merge(t.Context(), filepath.Join(dir, "b.db"), func(int64, int64) {}))(t)
	if sum.Puzzles != 303 || sum.New != 200 || sum.Results != 303 || len(sum.Contested) != 0 || sum.Refuted != 0 {
		t.Errorf("merged %+v", sum)
	}
	sound(t, a, 500)
	got := known(t, a)
	for _, what := range slices.Sorted(maps.Keys(knowledge)) {
		switch what {
		case "ungradable", "keys", "tasks", "places": // see below
			continue
		}
		sameRows(t, what, want[what], got[what])
	}
	if n := one(t, a, "SELECT count(*) FROM (SELECT source_id, id FROM puzzle UNION ALL SELECT source_id, puzzle_id FROM recurrence)"); n != "603" {
		t.Errorf("%s places, want 603", n)
	}
	for _, l := range []int64{3, 250, 499} {
		p := must(a.Show(t.Context(), l))(t)
		if sudoku.Verify(p.Puzzle, p.Solution) != nil || p.Verdict != sudoku.Unique {
			t.Errorf("puzzle %d: %v", l, p.Verdict)
		}
	}
	again := must(a.Merge(t.Context(), filepath.Join(dir, "b.db"), func(int64, int64) {}))(t)
	if again.New+again.Results+again.Grades+again.Runs != 0 || again.Puzzles != 303 {
		t.Errorf("merged again: %+v", again)
	}
	afterwards, otherwise := known(t, a), known(t, b)
	for what := range knowledge {
		sameRows(t, what+" after a second merge", got[what], afterwards[what])
		sameRows(t, what+" in the other library", fromB[what], otherwise[what])
	}
	// What the merged library says of its plugin's work is true for the plugin's next run.
	task := startTask(t, a, startRun(t, a), store.Work{Plugin: pluginOf("x", "1"), Limit: 2})
	if n := must(task.CountPending(t.Context(), store.Selection{}))(t); n != 0 {
		t.Errorf("%d puzzles are to be solved again", n)
	}
	// A source that states numbers is recognised when it is imported again.
	before := one(t, a, "SELECT count(*) FROM plugins WHERE plugin = 'imported'")
	p, _ := puzzleOf("b", 400)
	must(a.Import(t.Context(), store.Source{Name: "b", SHA256: "b-sum"}, slices.Values([]store.Entry{{Puzzle: p,
		Stated: []sudoku.Grade{{Metric: "imported_b", Value: 50}}}})))(t)
	if after := one(t, a, "SELECT count(*) FROM plugins WHERE plugin = 'imported'"); after != before {
		t.Errorf("%s plugins state values, want %s", after, before)
	}
}

// TestMergeNewerGrades merges a library in which a newer version has graded: it becomes current, the older one history.
func TestMergeNewerGrades(t *testing.T) {
	dir := t.TempDir()
	a := openLibrary(t, filepath.Join(dir, "a.db"))
	fill(t, a, "a", 0, 100, "1", "se")
	if err := store.Backup(t.Context(), filepath.Join(dir, "a.db"), filepath.Join(dir, "b.db")); err != nil {
		t.Fatal(err)
	}
	b := openLibrary(t, filepath.Join(dir, "b.db"))
	for one(t, b, "SELECT max(saved_at) FROM chunk") >= fmt.Sprint(time.Now().UnixMilli()) {
		// The clock shows what was saved first.
	}
	task := startTask(t, b, startRun(t, b), store.Work{Plugin: pluginOf("g", "2", "se"), Grade: true})
	gradeAll(t.Context(), t, b, task)
	must(b.Delete(t.Context(), 7))(t)
	if err := b.Publish(t.Context(), store.Publication{Series: "s", Issue: "1", Puzzle: 5, Form: []byte("x")}); err != nil {
		t.Fatal(err)
	}
	if err := a.Publish(t.Context(), store.Publication{Series: "s", Issue: "1", Puzzle: 6, Form: []byte("y")}); err != nil {
		t.Fatal(err)
	}
	sum := must(a.Merge(t.Context(), filepath.Join(dir, "b.db"), func(int64, int64) {}))(t)
	if sum.New != 0 || sum.Results != 0 || sum.Grades != 99 && sum.Grades != 100 || sum.Runs != 1 {
		t.Errorf("merged %+v", sum)
	}
	if len(sum.Contested) != 1 || sum.Contested[0].Puzzle != 5 {
		t.Errorf("contested: %+v", sum.Contested)
	}
	sound(t, a, 100) // what this library shows stays
	if by := must(a.Show(t.Context(), 8))(t).Grades; len(by) == 0 || by[len(by)-1].By != "g 2" {
		t.Errorf("graded by %v, want the newer version", by)
	}
	if n := one(t, a, "SELECT count(*) FROM grade WHERE superseded = 1"); n != fmt.Sprint(sum.Grades) {
		t.Errorf("%s grades are history, want %d", n, sum.Grades)
	}
	// The other way round nothing that is newer is lost.
	must(b.Merge(t.Context(), filepath.Join(dir, "a.db"), func(int64, int64) {}))(t)
	if by := must(b.Show(t.Context(), 8))(t).Grades; by[len(by)-1].By != "g 2" {
		t.Errorf("graded by %v, want the newer version", by)
	}
	sound(t, b, 99)
}

func TestMergeRefuses(t *testing.T) {
	dir := t.TempDir()
	a := openLibrary(t, filepath.Join(dir, "a.db"))
	other := filepath.Join(dir, "other.db")
	if err := os.WriteFile(other, []byte("no database"), 0o644); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		filepath.Join(dir, "a.db"):    "it is the same library",
		filepath.Join(dir, "none.db"): "file does not exist",
		other:                         "not an SQLite database",
	} {
		if _, err := a.Merge(t.Context(), path, func(int64, int64) {}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("merging %s: %v, want %q", filepath.Base(path), err, want)
		}
	}
}

// TestMergeDangling merges libraries in which rows refer to rows that are not there: nothing of that is taken over.
func TestMergeDangling(t *testing.T) {
	const gone = `DELETE FROM puzzle WHERE id = 10; DELETE FROM result WHERE puzzle_id = 10;
		DELETE FROM grade WHERE puzzle_id = 10; `
	for statement, what := range map[string]string{
		"UPDATE puzzle SET geometry_id = 99 WHERE id = 30": "geometry",
		"UPDATE puzzle SET source_id = 99 WHERE id = 30":   "source",
		"DELETE FROM puzzle WHERE id = 10":                 "puzzle",
		"UPDATE publication SET puzzle_id = 99":            "puzzle",
		gone + "INSERT INTO deletion VALUES (10, 1)":       "puzzle",
		gone:                            "puzzle", // of a canonical key
		"UPDATE chunk SET task_id = 99": "task",
		"UPDATE grade SET plugin_id = 99 WHERE plugin_id = 3": "plugin",
		"UPDATE puzzle SET verdict = 99 WHERE id = 30":        "verdict",
	} {
		t.Run(statement, func(t *testing.T) {
			dir := t.TempDir()
			a, b := openLibrary(t, filepath.Join(dir, "a.db")), openLibrary(t, filepath.Join(dir, "b.db"))
			fill(t, a, "a", 0, 20, "1", "se")
			fill(t, b, "b", 0, 40, "1", "se")
			b.Close()
			fileWith(t, b.Path(), statement)
			_, err := a.Merge(t.Context(), b.Path(), func(int64, int64) {})
			if !errors.Is(err, store.ErrCorrupt) || !strings.Contains(err.Error(), "there is no "+what) {
				t.Errorf("got %v", err)
			}
			sound(t, a, -1)
		})
	}
}

// TestMergeIndexed merges a library with indexes that this one does not have: they stay there.
func TestMergeIndexed(t *testing.T) {
	dir := t.TempDir()
	a, b := openLibrary(t, filepath.Join(dir, "a.db")), openLibrary(t, filepath.Join(dir, "b.db"))
	fill(t, b, "b", 0, 40, "1", "se")
	if err := b.IndexMetrics(t.Context(), "se"); err != nil {
		t.Fatal(err)
	}
	if sum := must(a.Merge(t.Context(), b.Path(), func(int64, int64) {}))(t); sum.New != 40 {
		t.Errorf("merged %+v", sum)
	}
	for _, s := range []*store.Store{a, b} {
		sound(t, s, 40)
	}
	if got := one(t, b, "SELECT count(*) FROM sqlite_schema WHERE name GLOB 'grade_metric_*'"); got != "1" {
		t.Errorf("%s indexes are left", got)
	}
}

// TestMergeOlder merges a library of an older schema, which stays as it is.
func TestMergeOlder(t *testing.T) {
	dir := t.TempDir()
	old := filepath.Join(dir, "old.db")
	oldLibrary(t, old, 30)
	before := must(os.ReadFile(old))(t)
	a := openLibrary(t, filepath.Join(dir, "a.db"))
	sum := must(a.Merge(t.Context(), old, func(int64, int64) {}))(t)
	if sum.New == 0 || sum.Puzzles != sum.New {
		t.Errorf("merged %+v", sum)
	}
	sound(t, a, -1)
	if after := must(os.ReadFile(old))(t); string(after) != string(before) {
		t.Error("the older library was changed")
	}
}

// TestMergeKilled kills merging processes: at each moment the library is sound, and whoever merges at last has all.
func TestMergeKilled(t *testing.T) {
	if testing.Short() {
		t.Skip("starts many processes")
	}
	dir := t.TempDir()
	path := filepath.Join(dir, "a.db")
	a := openLibrary(t, path)
	fill(t, a, "a", 0, 1000, "1", "se")
	other := openLibrary(t, path+".other")
	fill(t, other, "b", 500, 6000, "1", "human", "se")
	want := joined(known(t, a), known(t, other))
	a.Close()
	other.Close()
	for i := range 10 {
		killChild(t, mergingFile, path, i%7)
		s := openLibrary(t, path)
		sound(t, s, -1)
		s.Close()
	}
	a = openLibrary(t, path)
	must(a.Merge(t.Context(), path+".other", func(int64, int64) {}))(t)
	sound(t, a, 6000)
	got := known(t, a)
	for _, what := range []string{"answers", "results", "tags", "published", "runs"} {
		sameRows(t, what, want[what], got[what])
	}
	if n := one(t, a, "SELECT count(*) FROM grade"); n != "7625" {
		t.Errorf("%s grades", n)
	}
}

// said asks for what a library says of its puzzles, in words that depend neither on its numbers nor on which of two
// libraries had a puzzle first.
var said = map[string]string{
	"places": `SELECT hex(p.cells), g.text, s.name, s.licence, q.line FROM puzzle p JOIN geometry g ON g.id = geometry_id
		JOIN (SELECT id AS puzzle_id, source_id, coalesce(line, 0) AS line FROM puzzle
			UNION ALL SELECT puzzle_id, source_id, line FROM recurrence) q ON q.puzzle_id = p.id JOIN source s ON s.id = q.source_id`,
	"answers": "SELECT hex(cells), verdict, disputed, hex(grid) FROM puzzle WHERE verdict IS NOT NULL",
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

// everything returns all rows of all tables but those of SQLite, and of what was merged.
func everything(t *testing.T, s *store.Store) map[string][]string {
	t.Helper()
	questions := map[string]string{}
	err := s.SQL(t.Context(), "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name <> 'merged'",
		func(_ []string, v []any) error {
			name := v[0].(string)
			questions[name] = "SELECT * FROM " + name
			return nil
		})
	if err != nil {
		t.Fatal(err)
	}
	questions["digest"] += " WHERE name <> 'merged'"
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
	s := openLibrary(t, path)
	defer s.Close()
	grids := map[string]sudoku.Grid{}
	must(s.Import(ctx, store.Source{Name: name, SHA256: name, Licence: "CC0-1.0"}, func(yield func(store.Entry) bool) {
		for i := from; i < to; i++ {
			p, grid := puzzleOf(name, i)
			grids[p.String()] = grid
			if !yield(store.Entry{Puzzle: p, Tags: []string{"all", "of " + name, fmt.Sprint("tag", i%3)}}) {
				return
			}
		}
	}))(t)
	run := startRun(t, s)
	solver := startTask(t, s, run, store.Work{Plugin: pluginOf("x", "1"), Limit: 2})
	solveAll(ctx, t, s, solver, func(i store.Item) sudoku.Grid { return grids[i.Puzzle.String()] })
	for _, g := range graders {
		gradeBy(t, s, run, g)
	}
	if err := s.SetRunState(ctx, run, store.StateDone); err != nil {
		t.Fatal(err)
	}
	return path
}

// gradeAll grades what a version has not graded, at a moment after all that was saved before.
func gradeBy(t *testing.T, s *store.Store, run int64, g grader) {
	t.Helper()
	task := startTask(t, s, run, store.Work{Plugin: pluginOf("g", g.version, g.metrics...), Grade: true})
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
	return must(into.Merge(t.Context(), path, func(int64, int64) {}))(t)
}

// TestOrder merges libraries with puzzles in common, each into the other: they come to say the same. A second merge
// changes no row.
func TestOrder(t *testing.T) {
	dir := t.TempDir()
	first := library(t, dir, "a", 0, 40, valued("1", "se", "steps"))
	second := library(t, dir, "b", 25, 60, valued("2", "human", "steps", "se"))
	a := openLibrary(t, first)
	run := startRun(t, a)
	gradeBy(t, a, run, valued("3", "se", "steps"))
	if err := a.SetRunState(t.Context(), run, store.StateFailed); err != nil {
		t.Fatal(err)
	}
	copies := map[string]string{first: filepath.Join(dir, "first.db"), second: filepath.Join(dir, "second.db")}
	for path, to := range copies {
		if err := store.Backup(t.Context(), path, to); err != nil {
			t.Fatal(err)
		}
	}

	b := openLibrary(t, second)
	must(a.Delete(t.Context(), 3))(t)
	if got := merged(t, a, copies[second]); got.Puzzles != 35 || got.New != 20 || got.Results != 35 || got.Grades != 35 || got.Runs != 1 ||
		got.Refuted != 0 || len(got.Contested) != 0 {
		t.Errorf("merged %+v", got)
	}
	if got := merged(t, b, first); got.Puzzles != 60 || got.New != 25 || got.Results != 40 || got.Grades != 80 || got.Runs != 2 {
		t.Errorf("merged %+v", got)
	}
	same(t, rows(t, b, said), rows(t, a, said))
	sound(t, a, 59)
	sound(t, b, 59)

	before := everything(t, a)
	for _, path := range []string{copies[second], copies[second], second, second} {
		if got := merged(t, a, path); got.New+got.Results+got.Grades+got.Runs != 0 {
			t.Errorf("merged %+v once more", got)
		}
		same(t, everything(t, a), before)
		if n := one(t, a, "SELECT count(*) FROM merged"); n != "1" {
			t.Errorf("%s libraries are known", n)
		}
		must(a.Unpublish(t.Context(), "none", ""))(t) // now all is read again
	}
}

// TestMergedAgain takes something away between two merges of one library: the second brings it back, and so it does what is new
// there.
func TestMergedAgain(t *testing.T) {
	dir := t.TempDir()
	a, path := openLibrary(t, filepath.Join(dir, "a.db")), library(t, dir, "b", 0, 20, valued("1", "se", "steps"))
	b := openLibrary(t, path)
	defer b.Close()
	if err := b.Tag(t.Context(), "x", 7); err != nil {
		t.Fatal(err)
	}
	merged(t, a, path)
	before := rows(t, a, knowledge)
	for _, step := range []func() error{
		func() error { return a.Untag(t.Context(), "x", 7) },
		func() error { _, err := a.Withdraw(t.Context(), "x", "1"); return err },
		func() error { return nil },
	} {
		if err := step(); err != nil {
			t.Fatal(err)
		}
		merged(t, a, path)
		same(t, rows(t, a, knowledge), before)
	}
	if err := b.Tag(t.Context(), "y", 7); err != nil {
		t.Fatal(err)
	}
	merged(t, a, path)
	if n := one(t, a, "SELECT puzzles FROM tags WHERE tag = 'y'"); n != "1" {
		t.Errorf("%q puzzles have the new tag", n)
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
			a := openLibrary(t, library(t, dir, "a", 0, 10, valued("1", "se")))
			b := library(t, dir, "b", 5, 20, valued("1", "se"))
			c.damage(t, b)
			before := everything(t, a)
			_, err := a.Merge(t.Context(), b, func(int64, int64) {})
			if err == nil || c.want != nil && !errors.Is(err, c.want) || !strings.Contains(err.Error(), "merging library") {
				t.Errorf("got %v, want %v", err, c.want)
			}
			same(t, everything(t, a), before)
			sound(t, a, 10)
		})
	}
}

func overwrite(t *testing.T, path string, at int64, with []byte) {
	t.Helper()
	f := must(os.OpenFile(path, os.O_WRONLY, 0))(t)
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
		"UPDATE puzzle SET verdict = -1 WHERE id = 12",
		"UPDATE puzzle SET chunk_id = 1000 WHERE id = 12",
		"DELETE FROM puzzle WHERE id = 12",
	} {
		t.Run(statement, func(t *testing.T) {
			dir := t.TempDir()
			a := openLibrary(t, library(t, dir, "a", 0, 10, valued("1", "se")))
			b := library(t, dir, "b", 5, 20, valued("2", "se"))
			whole := filepath.Join(dir, "whole.db")
			if err := store.Backup(t.Context(), b, whole); err != nil {
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
			if got := merged(t, a, whole); got.New != 10 || got.Grades != 15 {
				t.Errorf("merged %+v of the sound copy", got)
			}
			sound(t, a, 20)
		})
	}
}
