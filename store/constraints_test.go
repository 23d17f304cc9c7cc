package store_test

import (
	"cmp"
	"database/sql"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/store/internal/storetest"
	"github.com/sudokuctl/sudokuctl/store/sqlite"
)

// TestEveryCheckRefuses writes to each column with a CHECK what it is to refuse, by plain SQL. Then it does the same where
// SQLite was told to ignore CHECKs: checking the library says what was changed.
func TestEveryCheckRefuses(t *testing.T) {
	path, sane := richLibrary(t)
	plain := storetest.Must(sql.Open(sqlite.Driver, path))(t)
	defer plain.Close()
	refused := map[string]string{"> 0": "-", ">= 0": "-1 - ", "IN (0, 1)": "2 + ", "BETWEEN 0 AND 63": "64 + ",
		"IN ('solve', 'grade')": "'to' || ", "IN ('running', 'interrupted', 'failed', 'done')": "'un' || "}
	found := map[string]string{"keyed": "table of keys", "result": "is not what was saved", "puzzle_constraint": "other constraints"}
	check := regexp.MustCompile(`CHECK \(((\w+) ((?:[^()]|\([^()]*\))+))\)`)
	for _, line := range contents(t, plain, "SELECT name, sql FROM sqlite_schema WHERE type = 'table'") {
		table, text, _ := strings.Cut(line, ",")
		checks := check.FindAllStringSubmatch(text, -1)
		if n := strings.Count(text, "CHECK ("); n != len(checks) {
			t.Errorf("table %s: %d CHECKs, of which %d are tried", table, n, len(checks))
		}
		for _, of := range checks {
			wrong, ok := refused[of[3]]
			if !ok {
				t.Fatalf("table %s: what does CHECK (%s) refuse?", table, of[1])
			}
			statement := "UPDATE " + table + " SET " + of[2] + " = " + wrong + of[2]
			if _, err := plain.ExecContext(t.Context(), statement); err == nil || !strings.Contains(err.Error(), "CHECK constraint failed") {
				t.Errorf("%s: %v", statement, err)
			}
			altered := fileWith(t, write(t, filepath.Join(t.TempDir(), "altered.db"), string(sane)),
				"PRAGMA ignore_check_constraints = ON; "+statement)
			s := storetest.Must(store.OpenReadOnly(t.Context(), altered))(t)
			problems := strings.Join(storetest.Must(s.Check(t.Context()))(t), "\n")
			s.Close()
			if !strings.Contains(problems, cmp.Or(found[table], "table "+table)) {
				t.Errorf("%s, CHECKs ignored: found %q", statement, problems)
			}
		}
	}
}

// TestTablesAreStrict writes to each column of each table a value of another type.
func TestTablesAreStrict(t *testing.T) {
	path, _ := richLibrary(t)
	db := storetest.Must(sql.Open(sqlite.Driver, path))(t)
	defer db.Close()
	for _, line := range contents(t, db, `SELECT t.name, t.strict, c.name, c.type FROM pragma_table_list t, pragma_table_info(t.name) c
		WHERE t.schema = 'main' AND t.type = 'table' AND t.name NOT LIKE 'sqlite%' AND t.name <> 'goose_db_version'`) {
		of := strings.Split(line, ",")
		table, column, kind := of[0], of[2], of[3]
		if of[1] != "1" {
			t.Errorf("table %s is not strict", table)
		}
		if kind == "ANY" {
			continue
		}
		value := "x'00'"
		if kind == "BLOB" {
			value = "'text'"
		}
		_, err := db.ExecContext(t.Context(), "UPDATE "+table+" SET "+column+" = "+value)
		if err == nil || !strings.Contains(err.Error(), "cannot store") && !strings.Contains(err.Error(), "datatype mismatch") {
			t.Errorf("%s.%s takes %s: %v", table, column, value, err)
		}
	}
}

// TestRefusedValuesStopMigrations upgrades a library that holds what a CHECK refuses: it stays as it was.
func TestRefusedValuesStopMigrations(t *testing.T) {
	path := fileWith(t, filepath.Join(t.TempDir(), "old.db"), dump(t, 15)+"; UPDATE answer SET disputed = 5 WHERE puzzle_id = 3")
	if _, err := store.Open(t.Context(), path); err == nil || !strings.Contains(err.Error(), "CHECK constraint failed: disputed IN (0, 1)") {
		t.Errorf("got %v", err)
	}
	if got := schemaOf(t, path); got != "15" {
		t.Errorf("left schema %s", got)
	}
}
