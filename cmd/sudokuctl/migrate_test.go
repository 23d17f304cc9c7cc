package main

import (
	"database/sql"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/store/sqlite"
)

// TestOldLibrary opens a library of schema 3: what only reads says what to do and leaves nothing beside it, a copy can be
// made before the upgrade, and the upgrade keeps one by itself.
func TestOldLibrary(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	v := &visit{t: t, folder: root + "/folder", home: root + "/home"}
	v.write(v.home+"/here", "", 0o600)
	v.write(v.folder+"/here", "", 0o600)
	schema, err := os.ReadFile("../../store/testdata/schema3.sql")
	if err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open(sqlite.Driver, v.folder+"/sudoku.db")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec(string(schema)); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	says := func(want string, args ...string) {
		t.Helper()
		if got := v.run(args...); !strings.Contains(got, want) {
			t.Errorf("%q printed\n%swithout %q", args, got, want)
		}
	}
	holds := func(want ...string) {
		t.Helper()
		entries, err := os.ReadDir(v.folder)
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, e := range entries {
			names = append(names, e.Name())
		}
		if !slices.Equal(names, want) {
			t.Errorf("the folder has %q, want %q", names, want)
		}
	}
	for _, command := range []string{"stats", "list", "compare", "db check"} {
		says(`"sudokuctl db upgrade" brings it up to date and keeps a copy`, strings.Fields(command)...)
	}
	holds("here", "sudoku.db")
	says("", "db", "backup", "before.db")
	holds("before.db", "here", "sudoku.db")
	before := v.run("db", "upgrade")
	copies, err := filepath.Glob(v.folder + "/sudoku.db*3*")
	if err != nil || len(copies) != 1 || !strings.Contains(before, filepath.Base(copies[0])) {
		t.Errorf("the upgrade printed\n%sand left the copies %q, %v", before, copies, err)
	}
	says("was upgraded from schema 3 to", "--db", "before.db", "db", "upgrade")
	says("is up to date", "db", "upgrade")
	says("puzzles", "stats")
	says("sudoku.db is sound", "db", "check")
}
