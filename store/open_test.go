package store_test

import (
	"context"
	"database/sql"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/store/sqlite"
)

// fileWith makes an SQLite file and runs a statement in it.
func fileWith(t *testing.T, path, statement string) string {
	t.Helper()
	db, err := sql.Open(sqlite.Driver, path)
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
	openLibrary(t, library).Close()
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
	s := openLibrary(t, write(t, filepath.Join(t.TempDir(), "empty.db"), ""))
	if n := must(s.Import(t.Context(), store.Source{Name: "a"}, entriesOf("a", 0, 3)))(t).New; n != 3 {
		t.Errorf("%d new puzzles, want 3", n)
	}
}

func TestLockedDatabase(t *testing.T) {
	s := newLibrary(t)
	s.SetBusyTimeout(t, 1)
	other, err := sql.Open(sqlite.Driver, "file:"+s.Path()+"?_txlock=immediate")
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	tx, err := other.Begin()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Import(t.Context(), store.Source{Name: "a"}, entriesOf("a", 0, 3)); !errors.Is(err,
		store.ErrLocked) {
		t.Errorf("got %v, want %v", err, store.ErrLocked)
	}
	if err := tx.Rollback(); err != nil {
		t.Fatal(err)
	}
	if n := must(s.Import(t.Context(), store.Source{Name: "a"}, entriesOf("a", 0, 3)))(t).New; n != 3 {
		t.Errorf("%d new puzzles after the lock was gone, want 3", n)
	}
}

func TestFullDatabaseKeepsWhatItHas(t *testing.T) {
	s := newLibrary(t)
	must(s.Import(t.Context(), store.Source{Name: "a"}, entriesOf("a", 0, 1000)))(t)
	s.SetMaxPages(t, 40)
	sum, err := s.Import(t.Context(), store.Source{Name: "b"}, entriesOf("b", 1000, 30_000))
	if !errors.Is(err, store.ErrFull) {
		t.Errorf("got %v, want %v", err, store.ErrFull)
	}
	if sum.New != 0 {
		t.Errorf("%d puzzles counted that were not kept", sum.New)
	}
	sound(t, s, 1000)
}

func TestReadOnlyLibrary(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lib.db")
	s := openLibrary(t, path)
	must(s.Import(t.Context(), store.Source{Name: "a"}, entriesOf("a", 0, 10)))(t)
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

// TestTwoProcessesShareALibrary lets two stores, each with its own connections, import and solve at the same time.
func TestTwoProcessesShareALibrary(t *testing.T) {
	path := filepath.Join(t.TempDir(), "shared.db")
	done := make(chan error, 2)
	for _, name := range []string{"a", "b"} {
		go func() {
			s, err := store.Open(t.Context(), path)
			if err == nil {
				defer s.Close()
				_, err = s.Import(t.Context(), store.Source{Name: name}, entriesOf(name, 0, 5000))
			}
			done <- err
		}()
	}
	for range 2 {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
	sound(t, openLibrary(t, path), 5000)
}

func TestMemoryIsNoLibrary(t *testing.T) {
	for _, open := range []func(context.Context, string) (*store.Store, error){store.Open, store.OpenReadOnly} {
		if _, err := open(t.Context(), ":memory:"); err == nil || !strings.Contains(err.Error(), "name a file") {
			t.Errorf("opening :memory: %v", err)
		}
	}
}

// TestKilledAtBirth opens files whose maker was killed before the first table.
func TestKilledAtBirth(t *testing.T) {
	for name, statement := range map[string]string{
		"marked":      "PRAGMA application_id = 1937073263",
		"with header": "PRAGMA page_size = 8192; PRAGMA application_id = 1937073263; PRAGMA journal_mode = WAL",
	} {
		t.Run(name, func(t *testing.T) {
			path := fileWith(t, filepath.Join(t.TempDir(), "born.db"), statement)
			reader := must(store.OpenReadOnly(t.Context(), path))(t)
			defer reader.Close()
			sound(t, reader, 0)
			sound(t, openLibrary(t, path), 0)
		})
	}
}

// noStrays fails the test if SQLite's side files are left beside a library that nobody uses.
func noStrays(t *testing.T, path string) {
	t.Helper()
	for _, suffix := range []string{"-wal", "-shm"} {
		if _, err := os.Stat(path + suffix); err == nil {
			t.Errorf("%s%s is left behind", path, suffix)
		}
	}
}

func TestReadersLeaveNoFilesBehind(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lib.db")
	s := openLibrary(t, path)
	must(s.Import(t.Context(), store.Source{Name: "a"}, entriesOf("a", 0, 10)))(t)
	s.Close()
	reader := must(store.OpenReadOnly(t.Context(), path))(t)
	sound(t, reader, 10)
	reader.Close()
	noStrays(t, path)
}

// TestTwoProcessesMakeALibrary opens a new library many times at once: none of them takes it for an older one.
func TestTwoProcessesMakeALibrary(t *testing.T) {
	path := filepath.Join(t.TempDir(), "new.db")
	done := make(chan error, 8)
	for range cap(done) {
		go func() {
			s, err := store.Open(t.Context(), path)
			if err == nil {
				err = s.Close()
			}
			done <- err
		}()
	}
	for range cap(done) {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
	if copies, _ := filepath.Glob(path + ".schema-*"); copies != nil {
		t.Errorf("copies were made: %q", copies)
	}
}

// doneAfter is a context that ends after it was asked some times whether it has.
type doneAfter struct {
	context.Context
	times atomic.Int64
	end   context.CancelFunc
}

func (c *doneAfter) Done() <-chan struct{} {
	if c.times.Add(-1) < 0 {
		c.end()
	}
	return c.Context.Done()
}

// TestALibraryIsMadeAtOnce ends the making of a library at many points, most of them before and after its one transaction: there
// is none then, or all of it, and never one that seems to be older.
func TestALibraryIsMadeAtOnce(t *testing.T) {
	const always = 1 << 40
	all := &doneAfter{Context: t.Context(), end: func() {}}
	all.times.Store(always)
	must(store.Open(all, filepath.Join(t.TempDir(), "new.db")))(t).Close()
	last := always - all.times.Load()
	for times := int64(0); ; times++ {
		if times > 30 && times < last-30 && times%31 != 0 {
			continue
		}
		path := filepath.Join(t.TempDir(), "new.db")
		ctx := &doneAfter{}
		ctx.Context, ctx.end = context.WithCancel(t.Context())
		ctx.times.Store(times)
		s, err := store.Open(ctx, path)
		ctx.end()
		if err == nil {
			s.Close()
		}
		r, readErr := store.OpenReadOnly(t.Context(), path)
		if readErr == nil {
			r.Close()
		} else if !errors.Is(readErr, fs.ErrNotExist) {
			t.Errorf("ended after %d: %v", times, readErr)
		}
		if err == nil && times >= last {
			break
		}
	}
}

// TestALibraryIsMadeMeanwhile has another process make the tables of a library at each point of its being opened, up to where
// this one makes them: what is read of it is read before or after that.
func TestALibraryIsMadeMeanwhile(t *testing.T) {
	script := "BEGIN IMMEDIATE; " + string(must(os.ReadFile("internal/file/schema/library.sql"))(t)) + "; COMMIT"
	for made, times := true, int64(0); made; times++ {
		path := fileWith(t, filepath.Join(t.TempDir(), "born.db"), "PRAGMA application_id = 1937073263; PRAGMA journal_mode = WAL")
		other := must(sql.Open(sqlite.Driver, "file:"+path+"?_busy_timeout=0"))(t)
		ctx := &doneAfter{Context: t.Context()}
		ctx.end = sync.OnceFunc(func() { _, err := other.Exec(script); made = err == nil })
		ctx.times.Store(times)
		s, err := store.Open(ctx, path)
		other.Close()
		if err != nil {
			t.Fatalf("made after %d: %v", times, err)
		}
		s.Close()
	}
}

// TestForeignObjects opens libraries of each schema that hold objects which their schema has not, or has otherwise.
func TestForeignObjects(t *testing.T) {
	const trigger = "CREATE TRIGGER ev AFTER INSERT ON tag BEGIN UPDATE puzzle SET verdict = 3; END"
	for statement, want := range map[string]string{
		trigger:                                            `trigger "ev" is no part of a library; this removes it: DROP TRIGGER "ev"`,
		"CREATE VIEW mine AS SELECT 1":                     `view "mine" is no part of a library; this removes it: DROP VIEW "mine"`,
		"CREATE INDEX mine ON tag (name, id)":              `DROP INDEX "mine"`,
		"CREATE TABLE mine (a)":                            `DROP TABLE "mine"`,
		"CREATE TABLE \"a\nb\"\"c\" (a)":                   `table "a\nb\"c" is no part`,
		"CREATE UNIQUE INDEX grade_metric_9 ON grade (v0)": `index "grade_metric_9" is no part`,
		"DROP VIEW runs; CREATE VIEW runs AS SELECT 1":     `view "runs" is not that of schema`,
		"DROP INDEX puzzle_verdict; CREATE INDEX puzzle_verdict ON puzzle (id)": `index "puzzle_verdict" is not that of schema`,
		"ALTER TABLE tag ADD COLUMN more TEXT":                                  `table "tag" is not that of schema`,
		"ALTER TABLE tag RENAME TO label":                                       "is no",
		"ANALYZE; CREATE INDEX grade_metric_9 ON grade (v0)":                    "",
	} {
		t.Run(statement, func(t *testing.T) {
			s := gradedLibrary(t, 3)
			s.Close()
			fileWith(t, s.Path(), statement)
			opened, err := store.Open(t.Context(), s.Path())
			if err == nil {
				opened.Close()
			}
			read, readErr := store.OpenReadOnly(t.Context(), s.Path())
			if readErr == nil {
				read.Close()
			}
			for _, err := range []error{err, readErr} {
				if want == "" && err != nil || want != "" && (!errors.Is(err, store.ErrAltered) || !strings.Contains(err.Error(), want)) {
					t.Errorf("got %v, want %q", err, want)
				}
			}
		})
	}
	for _, schema := range []int{3, 8, 14} {
		path := fileWith(t, filepath.Join(t.TempDir(), "old.db"), dump(t, schema)+trigger)
		for range 2 {
			if _, err := store.Open(t.Context(), path); !errors.Is(err, store.ErrAltered) {
				t.Errorf("schema %d: got %v", schema, err)
			}
		}
	}
}

// TestCheckFindsForeignObjects alters a library while it is open.
func TestCheckFindsForeignObjects(t *testing.T) {
	s := gradedLibrary(t, 3)
	fileWith(t, s.Path(), "CREATE TRIGGER ev AFTER INSERT ON tag BEGIN UPDATE puzzle SET verdict = 3; END; DROP INDEX puzzle_verdict")
	problems := must(s.Check(t.Context()))(t)
	want := []string{`there is no index "puzzle_verdict"`,
		`trigger "ev" is no part of a library; this removes it: DROP TRIGGER "ev"`}
	if !slices.Equal(problems, want) {
		t.Errorf("got %q, want %q", problems, want)
	}
}
