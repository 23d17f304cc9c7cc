package store_test

import (
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/store/internal/row"
	"github.com/sudokuctl/sudokuctl/store/internal/storetest"
)

func TestCheckFindsDamage(t *testing.T) {
	for want, statement := range map[string]string{
		"under the key":           "UPDATE puzzle SET key = key + 1 WHERE id = 6",
		"the same as puzzle 2":    "UPDATE puzzle SET (cells, key) = (SELECT cells, key FROM puzzle WHERE id = 2) WHERE id = 3",
		"missing in the table":    "DELETE FROM puzzle_key WHERE puzzle_id = 4",
		"table of keys, which":    "UPDATE keyed SET up_to = 19",
		"clues, recorded as":      "UPDATE puzzle SET clues = clues + 1 WHERE id = 5",
		"verifying":               "UPDATE answer SET grid = (SELECT grid FROM answer WHERE puzzle_id = 2) WHERE puzzle_id = 1",
		"without a solution":      "UPDATE answer SET grid = NULL WHERE puzzle_id = 3",
		"refers to a missing row": "DELETE FROM source",
		"results instead of":      "DELETE FROM result WHERE puzzle_id = 7",
		"0 current grades":        "UPDATE grade SET superseded = 1 WHERE puzzle_id = 9",
		"further solutions":       "INSERT INTO solution SELECT puzzle_id, grid FROM answer WHERE puzzle_id = 4",
		"by another plugin than":  "UPDATE task SET plugin_id = (SELECT max(id) FROM plugin) WHERE kind = 'solve'",
	} {
		t.Run(want, func(t *testing.T) {
			s := storetest.GradedLibrary(t, 20)
			s.Close()
			fileWith(t, s.Path(), statement)
			problems := storetest.Must(storetest.OpenFile(t, s.Path()).Check(t.Context()))(t)
			if !strings.Contains(strings.Join(problems, "\n"), want) {
				t.Errorf("no %q in %q", want, problems)
			}
		})
	}
}

// TestCheckFindsOtherValues changes each value of results and grades to the next one, to nothing and from nothing.
func TestCheckFindsOtherValues(t *testing.T) {
	s := storetest.GradedLibrary(t, 20)
	s.Close()
	sane := storetest.Must(os.ReadFile(s.Path()))(t)
	damaged := func(statement, want string) {
		t.Helper()
		write(t, s.Path(), string(sane))
		fileWith(t, s.Path(), statement)
		r := storetest.OpenFile(t, s.Path())
		defer r.Close()
		if problems := storetest.Must(r.Check(t.Context()))(t); !strings.Contains(strings.Join(problems, "\n"), want) {
			t.Errorf("%s: no %q in %q", statement, want, problems)
		}
	}
	const other = "is not what was saved"
	for table, columns := range map[string]string{"result": row.ResultColumns, "grade": row.GradeColumns} {
		for column := range strings.SplitSeq(columns, ", ") {
			if strings.HasSuffix(column, "_id") {
				continue
			}
			damaged("UPDATE "+table+" SET "+column+" = iif("+column+" IS NULL, 0, "+column+" + 1) WHERE puzzle_id = 11", other)
		}
	}
	damaged("UPDATE grade SET v0 = NULL, v1 = NULL, v2 = NULL WHERE puzzle_id = 12", other)
	damaged("UPDATE grade SET v0 = v0 * 1.0 WHERE puzzle_id = 12", other)
	damaged("UPDATE result SET measures = '{}' WHERE puzzle_id = 13", other)
	damaged("UPDATE result SET error = 'none' WHERE puzzle_id = 14", other)
	damaged("UPDATE chunk SET saved_at = saved_at + 1000", other)
	damaged("DELETE FROM grade WHERE puzzle_id = 15", other)
	damaged("SELECT 1", "")
}

// TestCheckAfterRegrading replaces grades, which move from one chunk to another.
func TestCheckAfterRegrading(t *testing.T) {
	s := storetest.GradedLibrary(t, 20)
	grader := storetest.Plugin("rules", "1", "se", "techniques")
	task := storetest.StartTask(t, s, storetest.StartRun(t, s), store.Work{Plugin: grader, Grade: true})
	for _, failed := range []error{errors.New("it crashed"), nil, nil} {
		graded := []store.Graded{{ID: 3, Err: failed}, {ID: 5, Grades: []sudoku.Grade{{Metric: "se", Value: 4.5}}}}
		if err := task.SaveGrades(t.Context(), graded); err != nil {
			t.Fatal(err)
		}
		storetest.Sound(t, s, 20)
	}
	storetest.Must(s.Withdraw(t.Context(), "rules", "1"))(t)
	storetest.Sound(t, s, 20)
}
