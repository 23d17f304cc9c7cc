package store_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/sudokuctl/sudokuctl/store"
)

// fileWith makes an SQLite file and runs a statement in it.
func fileWith(t *testing.T, path, statement string) string {
	t.Helper()
	db, err := sql.Open("sqlite3", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec(statement); err != nil {
		t.Fatal(err)
	}
	return path
}

func write(t *testing.T, path, text string) string {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestFilesThatAreNotOurs(t *testing.T) {
	dir := t.TempDir()
	library := filepath.Join(dir, "library.db")
	openFile(t, library).Close()
	for _, c := range []struct {
		name, path string
		want       error
		text       string
	}{
		{"text", write(t, filepath.Join(dir, "text"), strings.Repeat("a puzzle?\n", 100)), store.ErrNotDatabase,
			"not an SQLite"},
		{"short", write(t, filepath.Join(dir, "short"), "x"), store.ErrNotDatabase, "not an SQLite"},
		{"garbled", write(t, filepath.Join(dir, "garbled"), "SQLite format 3\x00"+strings.Repeat("\xff", 5000)),
			store.ErrNotDatabase, "not an SQLite"},
		{"foreign", fileWith(t, filepath.Join(dir, "foreign"), "CREATE TABLE photo (id)"), store.ErrForeign,
			"another application"},
		{"marked", fileWith(t, filepath.Join(dir, "marked"), "PRAGMA application_id = 42"), store.ErrForeign,
			"0x2a"},
		{"newer", fileWith(t, library, "PRAGMA user_version = 1000"), store.ErrNewer, "schema 1000"},
		{"folder", dir, nil, "is a folder"},
		{"nowhere", filepath.Join(dir, "no", "such", "file"), fs.ErrNotExist, "no such file"},
	} {
		t.Run(c.name, func(t *testing.T) {
			before, _ := os.ReadFile(c.path)
			for _, open := range []func(context.Context, string) (*store.Store, error){store.Open,
				store.OpenReadOnly} {
				_, err := open(t.Context(), c.path)
				if c.want != nil && !errors.Is(err, c.want) {
					t.Errorf("got %v, want %v", err, c.want)
				}
				if err == nil || !strings.Contains(err.Error()+" no such file", c.text) {
					t.Errorf("error %v does not say %q", err, c.text)
				}
			}
			if after, _ := os.ReadFile(c.path); string(after) != string(before) {
				t.Error("the file was changed")
			}
		})
	}
}

func TestEmptyFileBecomesALibrary(t *testing.T) {
	s := openFile(t, write(t, filepath.Join(t.TempDir(), "empty.db"), ""))
	if n := must(s.Import(t.Context(), store.Source{Name: "a"}, entries("a", 0, 3)))(t).New; n != 3 {
		t.Errorf("%d new puzzles, want 3", n)
	}
}

func TestLockedDatabase(t *testing.T) {
	s := open(t)
	s.SetBusyTimeout(t, 1)
	other, err := sql.Open("sqlite3", "file:"+s.Path()+"?_txlock=immediate")
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	tx, err := other.Begin()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Import(t.Context(), store.Source{Name: "a"}, entries("a", 0, 3)); !errors.Is(err,
		store.ErrLocked) {
		t.Errorf("got %v, want %v", err, store.ErrLocked)
	}
	if err := tx.Rollback(); err != nil {
		t.Fatal(err)
	}
	if n := must(s.Import(t.Context(), store.Source{Name: "a"}, entries("a", 0, 3)))(t).New; n != 3 {
		t.Errorf("%d new puzzles after the lock was gone, want 3", n)
	}
}

func TestFullDatabaseKeepsWhatItHas(t *testing.T) {
	s := open(t)
	must(s.Import(t.Context(), store.Source{Name: "a"}, entries("a", 0, 1000)))(t)
	s.SetMaxPages(t, 40)
	sum, err := s.Import(t.Context(), store.Source{Name: "b"}, entries("b", 1000, 30_000))
	if !errors.Is(err, store.ErrFull) {
		t.Errorf("got %v, want %v", err, store.ErrFull)
	}
	if sum.New != 0 {
		t.Errorf("%d puzzles counted that were not kept", sum.New)
	}
	sound(t, s, 1000)
}

func TestFullDisk(t *testing.T) {
	dir := t.TempDir()
	if out, err := exec.Command("mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs",
		dir).CombinedOutput(); err != nil {
		t.Skipf("needs to mount a small file system: %v: %s", err, out)
	}
	t.Cleanup(func() { syscall.Unmount(dir, syscall.MNT_DETACH) })
	s := openFile(t, filepath.Join(dir, "full.db"))
	_, err := s.Import(t.Context(), store.Source{Name: "a"}, entries("a", 0, 40_000))
	if !errors.Is(err, store.ErrFull) {
		t.Errorf("got %v, want %v", err, store.ErrFull)
	}
	sound(t, s, -1)
}

func TestReadOnlyLibrary(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lib.db")
	s := openFile(t, path)
	must(s.Import(t.Context(), store.Source{Name: "a"}, entries("a", 0, 10)))(t)
	reader := must(store.OpenReadOnly(t.Context(), path))(t)
	defer reader.Close()
	sound(t, reader, 10)
	if err := reader.Tag(t.Context(), "x", 1); !errors.Is(err, store.ErrReadOnly) {
		t.Errorf("got %v, want %v", err, store.ErrReadOnly)
	}
	err := s.SQL(t.Context(), "DELETE FROM puzzle", func([]string, []any) error { return nil })
	if !errors.Is(err, store.ErrReadOnly) {
		t.Errorf("deleting by SQL: got %v, want %v", err, store.ErrReadOnly)
	}
}

func TestReadOnlyFileSystem(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "lib.db")
	s := openFile(t, path)
	must(s.Import(t.Context(), store.Source{Name: "a"}, entries("a", 0, 10)))(t)
	s.Close()
	for _, args := range [][]string{{"--bind", dir, dir}, {"-o", "remount,bind,ro", dir}} {
		if out, err := exec.Command("mount", args...).CombinedOutput(); err != nil {
			t.Skipf("needs to mount a folder read-only: %v: %s", err, out)
		}
		t.Cleanup(func() { syscall.Unmount(dir, syscall.MNT_DETACH) })
	}
	if _, err := store.Open(t.Context(), path); !errors.Is(err, store.ErrReadOnly) {
		t.Errorf("opened for writing: %v, want %v", err, store.ErrReadOnly)
	}
	reader := must(store.OpenReadOnly(t.Context(), path))(t)
	defer reader.Close()
	sound(t, reader, 10)
}

// TestTwoProcessesShareALibrary lets two stores, each with its own connections, import and solve at the same
// time.
func TestTwoProcessesShareALibrary(t *testing.T) {
	path := filepath.Join(t.TempDir(), "shared.db")
	done := make(chan error, 2)
	for _, name := range []string{"a", "b"} {
		go func() {
			s, err := store.Open(t.Context(), path)
			if err == nil {
				defer s.Close()
				_, err = s.Import(t.Context(), store.Source{Name: name}, entries(name, 0, 5000))
			}
			done <- err
		}()
	}
	for range 2 {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
	sound(t, openFile(t, path), 5000)
}

func TestOlderSchemaIsMigrated(t *testing.T) {
	path := filepath.Join(t.TempDir(), "old.db")
	fileWith(t, path, string(must(os.ReadFile("testdata/schema3.sql"))(t)))
	if _, err := store.OpenReadOnly(t.Context(), path); !errors.Is(err, store.ErrOlder) {
		t.Errorf("reading an older schema: %v, want %v", err, store.ErrOlder)
	}
	openFile(t, path).Close()
	s := must(store.OpenReadOnly(t.Context(), path))(t)
	defer s.Close()
	sound(t, s, 9)
	l := must(s.Show(t.Context(), 1))(t)
	grades := map[string]string{}
	for _, g := range l.Grades {
		grades[g.Metric] = fmt.Sprint(g.Value, g.Label, " by ", g.By)
	}
	for metric, want := range map[string]string{"imported_rating": "4.7 by imported a.csv",
		"imported_e": "5e+30 by imported a.csv", "imported_d": "-4 by imported a.csv",
		"imported_i": "9.25 by imported a.csv"} {
		if grades[metric] != want {
			t.Errorf("%s is %q, want %q", metric, grades[metric], want)
		}
	}
	for query, want := range map[string]string{
		"SELECT imported_rating FROM library WHERE id = 1":                         "4.7",
		"SELECT value FROM grade_history WHERE metric = 'imported_rating' LIMIT 1": "4.2",
		"SELECT label FROM grades WHERE metric = 'se' AND puzzle_id = 9":           "hidden_single_box",
		"SELECT count(*) FROM grade_history":                                       "105",
		"SELECT count(*) FROM sqlite_schema WHERE name LIKE 'grade_metric_%'":      "1",
		"SELECT group_concat(symmetries, ',') FROM puzzles WHERE id IN (1, 6, 9)": "rot180,rot180 diagonal " +
			"antidiagonal,",
		"SELECT json_extract(w.text, '$.error') FROM grade JOIN wording w ON w.id = wording_id WHERE w.text " +
			"LIKE '%error%' LIMIT 1": "unsupported",
	} {
		if got := one(t, s, query); got != want {
			t.Errorf("%s: %q, want %q", query, got, want)
		}
	}
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

func TestBackup(t *testing.T) {
	s := gradedLibrary(t, 500)
	path := filepath.Join(t.TempDir(), "copy.db")
	if err := s.Backup(t.Context(), path); err != nil {
		t.Fatal(err)
	}
	sound(t, openFile(t, path), 500)
	if err := s.Backup(t.Context(), path); !errors.Is(err, fs.ErrExist) {
		t.Errorf("overwriting: %v, want %v", err, fs.ErrExist)
	}
}

func TestCheckFindsDamage(t *testing.T) {
	for want, statement := range map[string]string{
		"under the key": "UPDATE puzzle SET key = key + 1 WHERE id = 6",
		"the same as puzzle 2": "UPDATE puzzle SET (cells, key) = (SELECT cells, key FROM puzzle WHERE id = " +
			"2) WHERE id = 3",
		"clues, recorded as": "UPDATE puzzle SET clues = clues + 1 WHERE id = 5",
		"verifying": "UPDATE answer SET grid = (SELECT grid FROM answer WHERE puzzle_id = 2) " +
			"WHERE puzzle_id = 1",
		"without a solution":      "UPDATE answer SET grid = NULL WHERE puzzle_id = 3",
		"refers to a missing row": "DELETE FROM source",
		"results instead of":      "DELETE FROM result WHERE puzzle_id = 7",
		"0 current grades":        "UPDATE grade SET superseded = 1 WHERE puzzle_id = 9",
		"further solutions":       "INSERT INTO solution SELECT puzzle_id, grid FROM answer WHERE puzzle_id = 4",
		"by another plugin than":  "UPDATE task SET plugin_id = (SELECT max(id) FROM plugin) WHERE kind = 'solve'",
	} {
		t.Run(want, func(t *testing.T) {
			s := gradedLibrary(t, 20)
			s.Close()
			fileWith(t, s.Path(), statement)
			problems := must(openFile(t, s.Path()).Check(t.Context()))(t)
			if !strings.Contains(strings.Join(problems, "\n"), want) {
				t.Errorf("no %q in %q", want, problems)
			}
		})
	}
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
