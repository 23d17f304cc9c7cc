package store_test

import (
	"cmp"
	"database/sql"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/store/internal/row"
	"github.com/sudokuctl/sudokuctl/store/sqlite"
)

func TestCheckFindsDamage(t *testing.T) {
	for want, statement := range map[string]string{
		"19 keys are not those": "DELETE FROM puzzle_key WHERE puzzle_id = 4",
		"20 keys are not those": "UPDATE puzzle_key SET key = key + 1 WHERE puzzle_id = 6",
		"the same as puzzle 2": "UPDATE puzzle SET cells = (SELECT cells FROM puzzle WHERE id = 2) WHERE id = 3; " +
			"UPDATE puzzle_key SET key = (SELECT key FROM puzzle_key WHERE puzzle_id = 2) WHERE puzzle_id = 3",
		"has 20 puzzles from 1 to 20": "UPDATE source SET last_id = 21",
		"a part of a result":          "UPDATE puzzle SET self_ns = NULL WHERE id = 8",
		"table of keys, which":        "UPDATE keyed SET up_to = 19",
		"clues, recorded as":          "UPDATE puzzle SET clues = clues + 1 WHERE id = 5",
		"verifying":                   "UPDATE puzzle SET grid = (SELECT grid FROM puzzle WHERE id = 2) WHERE id = 1",
		"without a solution":          "UPDATE puzzle SET grid = NULL WHERE id = 3",
		"refers to a missing row":     "DELETE FROM source",
		"results instead of":          "UPDATE puzzle SET (plugin_id, chunk_id, found, self_ns, guesses) = (NULL, NULL, NULL, NULL, NULL) WHERE id = 7",
		"0 current grades":            "UPDATE grade SET superseded = 1 WHERE puzzle_id = 9",
		"further solutions":           "INSERT INTO solution SELECT id, grid FROM puzzle WHERE id = 4",
		"by another plugin than":      "UPDATE task SET plugin_id = (SELECT max(id) FROM plugin) WHERE kind = 'solve'",
	} {
		t.Run(want, func(t *testing.T) {
			s := gradedLibrary(t, 20)
			s.Close()
			fileWith(t, s.Path(), statement)
			problems := must(openLibrary(t, s.Path()).Check(t.Context()))(t)
			if !strings.Contains(strings.Join(problems, "\n"), want) {
				t.Errorf("no %q in %q", want, problems)
			}
		})
	}
}

// TestCheckFindsOtherValues changes each value of results and grades to the next one, to nothing and from nothing.
func TestCheckFindsOtherValues(t *testing.T) {
	s := gradedLibrary(t, 20)
	second := startTask(t, s, startRun(t, s), store.Work{Plugin: pluginOf("second", "1"), Limit: 2})
	p, grid := puzzleOf("a", 15)
	if err := second.SaveResults(t.Context(), []store.Answered{answerOf(16, p, grid)}); err != nil {
		t.Fatal(err)
	}
	s.Close()
	sane := must(os.ReadFile(s.Path()))(t)
	damaged := func(statement, want string) {
		t.Helper()
		write(t, s.Path(), string(sane))
		fileWith(t, s.Path(), statement)
		r := openLibrary(t, s.Path())
		defer r.Close()
		if problems := must(r.Check(t.Context()))(t); !strings.Contains(strings.Join(problems, "\n"), want) {
			t.Errorf("%s: no %q in %q", statement, want, problems)
		}
	}
	const other = "is not what was saved"
	changed := func(table, columns, which string) {
		for column := range strings.SplitSeq(columns, ", ") {
			if !strings.HasSuffix(column, "_id") {
				damaged("UPDATE "+table+" SET "+column+" = iif("+column+" IS NULL, 0, "+column+" + 1) WHERE "+which, other)
			}
		}
	}
	changed("puzzle", "found, self_ns, guesses", "id = 11")
	changed("grade", row.GradeColumns, "puzzle_id = 11")
	damaged("UPDATE grade SET v0 = NULL, v1 = NULL, v2 = NULL WHERE puzzle_id = 12", other)
	damaged("UPDATE grade SET v0 = v0 * 1.0 WHERE puzzle_id = 12", other)
	damaged("UPDATE chunk SET saved_at = saved_at + 1000", other)
	damaged("DELETE FROM grade WHERE puzzle_id = 15", other)
	damaged("SELECT 1", "")
	changed("result", row.ResultColumns, "puzzle_id = 16")
	damaged("UPDATE result SET measures = '{}' WHERE puzzle_id = 16", other)
	damaged("UPDATE result SET error = 'none' WHERE puzzle_id = 16", other)
}

// TestCheckAfterRegrading replaces grades, which move from one chunk to another.
func TestCheckAfterRegrading(t *testing.T) {
	s := gradedLibrary(t, 20)
	grader := pluginOf("rules", "1", "se", "techniques")
	task := startTask(t, s, startRun(t, s), store.Work{Plugin: grader, Grade: true})
	for _, failed := range []error{errors.New("it crashed"), nil, nil} {
		graded := []store.Graded{{ID: 3, Err: failed}, {ID: 5, Grades: []sudoku.Grade{{Metric: "se", Value: 4.5}}}}
		if err := task.SaveGrades(t.Context(), graded); err != nil {
			t.Fatal(err)
		}
		sound(t, s, 20)
	}
	must(s.Withdraw(t.Context(), "rules", "1"))(t)
	sound(t, s, 20)
}

// richLibrary returns the bytes of a library in which every table has rows.
func richLibrary(t *testing.T) (path string, sane []byte) {
	t.Helper()
	path = fileWith(t, filepath.Join(t.TempDir(), "rich.db"), dump(t, 14))
	s := openLibrary(t, path)
	comment := "edited"
	must(s.Describe(t.Context(), store.Description{Comment: &comment}, 2))(t)
	if err := s.Tag(t.Context(), "zz", 8); err != nil {
		t.Fatal(err)
	}
	must(s.AddPlays(t.Context(), store.Play{ID: store.NewPlayID("play"), Puzzle: 1, Player: store.NewPlayID("anna"), Seconds: 300,
		Solved: true, Hints: 1, Checks: 2, At: time.Unix(1795288372, 0)}))(t)
	startRun(t, s) // with a load
	empty := filepath.Join(t.TempDir(), "empty.db")
	openLibrary(t, empty).Close()
	merged(t, s, empty)
	sound(t, s, -1)
	s.Close()
	return path, must(os.ReadFile(path))(t)
}

// notices reports whether opening or checking a library finds anything.
func notices(t *testing.T, path string) bool {
	t.Helper()
	s, err := store.OpenReadOnly(t.Context(), path)
	if err != nil {
		return true
	}
	defer s.Close()
	problems, err := s.Check(t.Context())
	return err != nil || len(problems) > 0
}

// otherValues returns what a value is changed to. The first that the table takes is tried, and NULL.
func otherValues(v any) []any {
	switch v := v.(type) {
	case int64:
		return []any{v + 1, v - 1, v + 2, v + 1000, 1 - v}
	case float64:
		return []any{v + 1, v / 2}
	case []byte:
		other := slices.Clone(v)
		other[len(other)-1] ^= 16
		return []any{other}
	case string:
		return []any{v + "x", "done", "failed", "grade", "solve"}
	}
	return []any{int64(1), "x", []byte{1}}
}

// TestCheckFindsEveryColumn changes each column of each table in turn, deletes a row of each, and adds one.
func TestCheckFindsEveryColumn(t *testing.T) {
	path, sane := richLibrary(t)
	db := must(sql.Open(sqlite.Driver, path))(t)
	defer db.Close()
	columns := map[string][]string{}
	for _, line := range contents(t, db, `SELECT s.name, c.name FROM sqlite_schema s, pragma_table_info(s.name) c
		WHERE s.type = 'table' AND s.name NOT LIKE 'sqlite%' AND s.name <> 'goose_db_version'`) {
		table, column, _ := strings.Cut(line, ",")
		columns[table] = append(columns[table], column)
	}
	db.Close()
	if len(columns) < 23 {
		t.Fatalf("%d tables", len(columns))
	}
	// try runs the first statement of several that the library takes, and reports whether one was.
	try := func(what string, statements []string, args ...[]any) {
		for i, statement := range statements {
			write(t, path, string(sane))
			db := must(sql.Open(sqlite.Driver, path))(t)
			n := int64(0)
			done, err := db.ExecContext(t.Context(), statement, args[i]...)
			if err == nil {
				n, err = done.RowsAffected()
			}
			db.Close()
			if err == nil && n == 1 {
				if !notices(t, path) {
					t.Errorf("%s is not found: %s %v", what, statement, args[i])
				}
				return
			}
		}
		if !strings.HasSuffix(what, "NULL") {
			t.Errorf("%s: the library takes none of %q %v", what, statements, args)
		}
	}
	for table, names := range columns {
		write(t, path, string(sane))
		db := must(sql.Open(sqlite.Driver, path))(t)
		values, into := make([]any, len(names)), make([]any, len(names))
		for i := range values {
			into[i] = &values[i]
		}
		err := db.QueryRowContext(t.Context(), "SELECT "+strings.Join(names, ", ")+" FROM "+table+" ORDER BY 1 DESC").Scan(into...)
		db.Close()
		if err != nil {
			t.Fatalf("table %s: %v", table, err)
		}
		same := " WHERE " + strings.Join(names, " IS ? AND ") + " IS ?"
		for i, name := range names {
			var statements []string
			var args [][]any
			for _, v := range otherValues(values[i]) {
				if v == "done" && values[i] == "done" {
					continue
				}
				statements = append(statements, "UPDATE "+table+" SET "+name+" = ?"+same)
				args = append(args, append([]any{v}, values...))
			}
			try(table+"."+name, statements, args...)
			if values[i] != nil {
				try(table+"."+name+" made NULL", statements[:1], append([]any{nil}, values...))
			}
		}
		try("deleting from "+table, []string{"DELETE FROM " + table + same}, values)
		added := slices.Clone(values)
		for i := range added {
			switch v := values[i].(type) {
			case int64:
				if names[i] == "id" || strings.HasSuffix(names[i], "_id") || names[i] == "code" {
					added[i] = v + 1000
				}
			case []byte:
				if names[i] == "id" {
					added[i] = otherValues(v)[0]
				}
			case string:
				if names[i] != "state" && names[i] != "kind" {
					added[i] = v + "x"
				}
			}
		}
		try("adding to "+table, []string{"INSERT INTO " + table + " (" + strings.Join(names, ", ") + ") VALUES (?" + strings.Repeat(", ?", len(names)-1) + ")"}, added)
	}
}

// TestCheckFindsFlippedBits flips single bits all over the file: what is not found has changed nothing that is stored.
func TestCheckFindsFlippedBits(t *testing.T) {
	flips := 200
	if text := os.Getenv("SUDOKUCTL_FLIPS"); text != "" {
		flips = must(strconv.Atoi(text))(t)
	}
	path, sane := richLibrary(t)
	stored := func() (all string) {
		db := must(sql.Open(sqlite.Driver, path))(t)
		defer db.Close()
		for _, table := range contents(t, db, "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'") {
			all += table + "\n" + strings.Join(contents(t, db, "SELECT * FROM "+table+" NOT INDEXED"), "\n")
		}
		comments := regexp.MustCompile("--[^\n]*")
		return all + comments.ReplaceAllString(strings.Join(contents(t, db, "SELECT * FROM sqlite_schema"), "\n"), "")
	}
	want := stored()
	found, r := 0, rand.New(rand.NewPCG(15, 0))
	for range flips {
		bytes := slices.Clone(sane)
		at, bit := r.IntN(len(bytes)), r.IntN(8)
		bytes[at] ^= 1 << bit
		write(t, path, string(bytes))
		if notices(t, path) {
			found++
		} else if got := stored(); got != want {
			t.Errorf("bit %d of byte %d is not found: %s", bit, at, firstDifference(got, want))
		}
	}
	t.Logf("%d of %d flips found, the others changed nothing that is stored", found, flips)
}

// firstDifference returns the first line of a text that another one has not at its place.
func firstDifference(got, want string) string {
	lines := strings.Split(want, "\n")
	for i, line := range strings.Split(got, "\n") {
		if i >= len(lines) || line != lines[i] {
			return line
		}
	}
	return "the end"
}

// TestEveryCheckRefuses writes to each column with a CHECK what it is to refuse, by plain SQL. Then it does the same where
// SQLite was told to ignore CHECKs: checking the library says what was changed.
func TestEveryCheckRefuses(t *testing.T) {
	path, sane := richLibrary(t)
	plain := must(sql.Open(sqlite.Driver, path))(t)
	defer plain.Close()
	const saved = "is not what was saved"
	refused := map[string]string{"> 0": "-", ">= 0": "-1 - ", "IN (0, 1)": "2 + ", "= 16": "x'00' -- ", "BETWEEN 0 AND 63": "64 + ",
		"IN ('solve', 'grade')": "'to' || ", "IN ('running', 'interrupted', 'failed', 'done')": "'un' || "}
	found := map[string]string{"keyed": "table of keys", "disputed": "marked as disputed", "found": saved, "self_ns": saved,
		"guesses": saved, "puzzle_constraint": "other constraints"}
	check := regexp.MustCompile(`CHECK \(((?:length\()?(\w+)\)? ((?:[^()]|\([^()]*\))+))\)`)
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
			s := must(store.OpenReadOnly(t.Context(), altered))(t)
			problems := strings.Join(must(s.Check(t.Context()))(t), "\n")
			s.Close()
			if !strings.Contains(problems, cmp.Or(found[of[2]], found[table], "table "+table)) {
				t.Errorf("%s, CHECKs ignored: found %q", statement, problems)
			}
		}
	}
}

// TestTablesAreStrict writes to each column of each table a value of another type.
func TestTablesAreStrict(t *testing.T) {
	path, _ := richLibrary(t)
	db := must(sql.Open(sqlite.Driver, path))(t)
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
