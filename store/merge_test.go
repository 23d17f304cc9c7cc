package store_test

import (
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
)

// mergingFile names the library that a re-executed test binary merges another one into until it is killed.
const mergingFile = "SUDOKUCTL_TEST_MERGING"

// knowledge asks for all that a library knows, in words that do not depend on its numbers.
var knowledge = map[string]string{
	"places": `SELECT hex(p.cells), g.text, s.name, s.sha256, q.line, p.name, p.comment FROM puzzle p JOIN geometry g ON g.id = geometry_id
		JOIN (SELECT id AS puzzle_id, source_id, coalesce(line, 0) AS line FROM puzzle
			UNION ALL SELECT puzzle_id, source_id, line FROM recurrence) q ON q.puzzle_id = p.id JOIN source s ON s.id = q.source_id`,
	"answers":   "SELECT hex(cells), verdict, disputed, hex(grid) FROM answer JOIN puzzle p ON p.id = puzzle_id",
	"solutions": "SELECT hex(cells), hex(grid) FROM solution JOIN puzzle p ON p.id = puzzle_id",
	"results": `SELECT hex(cells), r.plugin, r.version, r.settings_hash, u.uid, r.verdict, r.found, r.self_ns, r.guesses, r.measures, r.error,
		r.max_solutions, r.timeout_ms, r.time FROM results r JOIN puzzle p ON p.id = puzzle_id JOIN run u ON u.id = r.run`,
	"grades": `SELECT hex(cells), h.metric, h.value, h.label, h.plugin, h.version, u.uid, h.time
		FROM grade_history h JOIN puzzle p ON p.id = puzzle_id JOIN run u ON u.id = h.run`,
	"ungradable": "SELECT hex(cells), json_extract(w.text, '$.error') FROM grade g JOIN puzzle p ON p.id = puzzle_id JOIN wording w ON w.id = g.wording_id WHERE w.text LIKE '%error%'",
	"tags":       "SELECT hex(cells), t.name FROM puzzle_tag JOIN puzzle p ON p.id = puzzle_id JOIN tag t ON t.id = tag_id",
	"keys":       "SELECT hex(cells), hex(puzzle_key), hex(solution_key) FROM canonical JOIN puzzle p ON p.id = puzzle_id",
	"published":  "SELECT hex(cells), series, issue, hex(form), published FROM publication JOIN puzzle p ON p.id = puzzle_id",
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
	storetest.Must(s.Import(ctx, store.Source{Name: name, SHA256: name + "-sum", Licence: "CC0-1.0"}, func(yield func(store.Entry) bool) {
		for i := from; i < to; i++ {
			p, _ := storetest.Puzzle(name, i)
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
		p, grid := storetest.Puzzle(name, i)
		grids[p.String()] = grid
	}
	run := storetest.Must(s.StartRun(ctx, store.NewRun("run"), store.Selection{Sources: []int64{1}}))(t)
	solve := storetest.StartTask(t, s, run, store.Work{Plugin: storetest.Plugin("x", "1"), Limit: 2})
	storetest.SolveAll(ctx, t, s, solve, func(i store.Item) sudoku.Grid { return grids[i.Puzzle.String()] })
	grade := storetest.StartTask(t, s, run, store.Work{Plugin: storetest.Plugin("g", version, metrics...), Grade: true})
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
		keys = append(keys, store.Canonical{ID: id, Puzzle: fmt.Append(nil, "key", (from+i)/2), Solution: []byte(name)})
	}
	if err := s.SaveCanonical(ctx, keys[:10]); err != nil {
		t.Fatal(err)
	}
	storetest.Must(s.LinkDuplicates(ctx))(t)
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
	a, b := storetest.OpenFile(t, filepath.Join(dir, "a.db")), storetest.OpenFile(t, filepath.Join(dir, "b.db"))
	storetest.Must(b.Import(t.Context(), store.Source{Name: "something else"}, storetest.Entries("else", 100, 103)))(t)
	fill(t, a, "a", 0, 300, "1", "se", "techniques", "x0", "x1", "x2", "x3", "x4", "x5", "x6")
	fill(t, b, "b", 200, 500, "1", "x6", "x5", "human", "se", "techniques", "x1", "x2", "x3", "x4", "x0")
	fromA, fromB := known(t, a), known(t, b)
	if got := storetest.One(t, b, "SELECT count(DISTINCT divisor) > 1 FROM metric"); got != "1" {
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

	sum := storetest.Must(a.Merge(t.Context(), filepath.Join(dir, "b.db"), func(int64, int64) {}))(t)
	if sum.Puzzles != 303 || sum.New != 200 || sum.Results != 303 || len(sum.Contested) != 0 || sum.Refuted != 0 {
		t.Errorf("merged %+v", sum)
	}
	storetest.Sound(t, a, 500)
	got := known(t, a)
	for _, what := range slices.Sorted(maps.Keys(knowledge)) {
		switch what {
		case "ungradable", "keys", "tasks", "places": // see below
			continue
		}
		sameRows(t, what, want[what], got[what])
	}
	if n := storetest.One(t, a, "SELECT count(*) FROM (SELECT source_id, id FROM puzzle UNION ALL SELECT source_id, puzzle_id FROM recurrence)"); n != "603" {
		t.Errorf("%s places, want 603", n)
	}
	for _, l := range []int64{3, 250, 499} {
		p := storetest.Must(a.Show(t.Context(), l))(t)
		if sudoku.Verify(p.Puzzle, p.Solution) != nil || p.Verdict != sudoku.Unique {
			t.Errorf("puzzle %d: %v", l, p.Verdict)
		}
	}
	again := storetest.Must(a.Merge(t.Context(), filepath.Join(dir, "b.db"), func(int64, int64) {}))(t)
	if again.New+again.Results+again.Grades+again.Runs != 0 || again.Puzzles != 303 {
		t.Errorf("merged again: %+v", again)
	}
	afterwards, otherwise := known(t, a), known(t, b)
	for what := range knowledge {
		sameRows(t, what+" after a second merge", got[what], afterwards[what])
		sameRows(t, what+" in the other library", fromB[what], otherwise[what])
	}
	// What the merged library says of its plugin's work is true for the plugin's next run.
	task := storetest.StartTask(t, a, storetest.StartRun(t, a), store.Work{Plugin: storetest.Plugin("x", "1"), Limit: 2})
	if n := storetest.Must(task.CountPending(t.Context(), store.Selection{}))(t); n != 0 {
		t.Errorf("%d puzzles are to be solved again", n)
	}
	// A source that states numbers is recognised when it is imported again.
	before := storetest.One(t, a, "SELECT count(*) FROM plugins WHERE plugin = 'imported'")
	p, _ := storetest.Puzzle("b", 400)
	storetest.Must(a.Import(t.Context(), store.Source{Name: "b", SHA256: "b-sum"}, slices.Values([]store.Entry{{Puzzle: p,
		Stated: []sudoku.Grade{{Metric: "imported_b", Value: 50}}}})))(t)
	if after := storetest.One(t, a, "SELECT count(*) FROM plugins WHERE plugin = 'imported'"); after != before {
		t.Errorf("%s plugins state values, want %s", after, before)
	}
}

// TestMergeNewerGrades merges a library in which a newer version has graded: it becomes current, the older one history.
func TestMergeNewerGrades(t *testing.T) {
	dir := t.TempDir()
	a := storetest.OpenFile(t, filepath.Join(dir, "a.db"))
	fill(t, a, "a", 0, 100, "1", "se")
	if err := store.Backup(t.Context(), filepath.Join(dir, "a.db"), filepath.Join(dir, "b.db")); err != nil {
		t.Fatal(err)
	}
	b := storetest.OpenFile(t, filepath.Join(dir, "b.db"))
	for storetest.One(t, b, "SELECT max(saved_at) FROM chunk") >= fmt.Sprint(time.Now().UnixMilli()) {
		// The clock shows what was saved first.
	}
	task := storetest.StartTask(t, b, storetest.StartRun(t, b), store.Work{Plugin: storetest.Plugin("g", "2", "se"), Grade: true})
	storetest.GradeAll(t.Context(), t, b, task)
	storetest.Must(b.Delete(t.Context(), 7))(t)
	if err := b.Publish(t.Context(), store.Publication{Series: "s", Issue: "1", Puzzle: 5, Form: []byte("x")}); err != nil {
		t.Fatal(err)
	}
	if err := a.Publish(t.Context(), store.Publication{Series: "s", Issue: "1", Puzzle: 6, Form: []byte("y")}); err != nil {
		t.Fatal(err)
	}
	sum := storetest.Must(a.Merge(t.Context(), filepath.Join(dir, "b.db"), func(int64, int64) {}))(t)
	if sum.New != 0 || sum.Results != 0 || sum.Grades != 99 && sum.Grades != 100 || sum.Runs != 1 {
		t.Errorf("merged %+v", sum)
	}
	if len(sum.Contested) != 1 || sum.Contested[0].Puzzle != 5 {
		t.Errorf("contested: %+v", sum.Contested)
	}
	storetest.Sound(t, a, 100) // what this library shows stays
	if by := storetest.Must(a.Show(t.Context(), 8))(t).Grades; len(by) == 0 || by[len(by)-1].By != "g 2" {
		t.Errorf("graded by %v, want the newer version", by)
	}
	if n := storetest.One(t, a, "SELECT count(*) FROM grade WHERE superseded = 1"); n != fmt.Sprint(sum.Grades) {
		t.Errorf("%s grades are history, want %d", n, sum.Grades)
	}
	// The other way round nothing that is newer is lost.
	storetest.Must(b.Merge(t.Context(), filepath.Join(dir, "a.db"), func(int64, int64) {}))(t)
	if by := storetest.Must(b.Show(t.Context(), 8))(t).Grades; by[len(by)-1].By != "g 2" {
		t.Errorf("graded by %v, want the newer version", by)
	}
	storetest.Sound(t, b, 99)
}

func TestMergeRefuses(t *testing.T) {
	dir := t.TempDir()
	a := storetest.OpenFile(t, filepath.Join(dir, "a.db"))
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
	for statement, what := range map[string]string{
		"UPDATE puzzle SET geometry_id = 99 WHERE id = 30":    "geometry",
		"UPDATE puzzle SET source_id = 99 WHERE id = 30":      "source",
		"DELETE FROM puzzle WHERE id = 10":                    "puzzle",
		"UPDATE publication SET puzzle_id = 99":               "puzzle",
		"UPDATE chunk SET task_id = 99":                       "task",
		"UPDATE grade SET plugin_id = 99 WHERE plugin_id = 3": "plugin",
		"UPDATE result SET verdict = 99 WHERE puzzle_id = 30": "verdict",
	} {
		t.Run(statement, func(t *testing.T) {
			dir := t.TempDir()
			a, b := storetest.OpenFile(t, filepath.Join(dir, "a.db")), storetest.OpenFile(t, filepath.Join(dir, "b.db"))
			fill(t, a, "a", 0, 20, "1", "se")
			fill(t, b, "b", 0, 40, "1", "se")
			b.Close()
			fileWith(t, b.Path(), statement)
			_, err := a.Merge(t.Context(), b.Path(), func(int64, int64) {})
			if !errors.Is(err, store.ErrCorrupt) || !strings.Contains(err.Error(), "there is no "+what) {
				t.Errorf("got %v", err)
			}
			storetest.Sound(t, a, -1)
		})
	}
}

// TestMergeOlder merges a library of an older schema, which stays as it is.
func TestMergeOlder(t *testing.T) {
	dir := t.TempDir()
	old := filepath.Join(dir, "old.db")
	oldLibrary(t, old, 30)
	before := storetest.Must(os.ReadFile(old))(t)
	a := storetest.OpenFile(t, filepath.Join(dir, "a.db"))
	sum := storetest.Must(a.Merge(t.Context(), old, func(int64, int64) {}))(t)
	if sum.New == 0 || sum.Puzzles != sum.New {
		t.Errorf("merged %+v", sum)
	}
	storetest.Sound(t, a, -1)
	if after := storetest.Must(os.ReadFile(old))(t); string(after) != string(before) {
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
	a := storetest.OpenFile(t, path)
	fill(t, a, "a", 0, 1000, "1", "se")
	other := storetest.OpenFile(t, path+".other")
	fill(t, other, "b", 500, 6000, "1", "human", "se")
	want := joined(known(t, a), known(t, other))
	a.Close()
	other.Close()
	for i := range 10 {
		killChild(t, mergingFile, path, i%7)
		s := storetest.OpenFile(t, path)
		storetest.Sound(t, s, -1)
		s.Close()
	}
	a = storetest.OpenFile(t, path)
	storetest.Must(a.Merge(t.Context(), path+".other", func(int64, int64) {}))(t)
	storetest.Sound(t, a, 6000)
	got := known(t, a)
	for _, what := range []string{"answers", "results", "tags", "published", "runs"} {
		sameRows(t, what, want[what], got[what])
	}
	if n := storetest.One(t, a, "SELECT count(*) FROM grade"); n != "7625" {
		t.Errorf("%s grades", n)
	}
}
