package store_test

import (
	"strings"
	"testing"

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
