package store_test

import (
	"database/sql"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/store/sqlite"
)

func page(t *testing.T) string {
	t.Helper()
	return string(must(os.ReadFile("../docs/store.md"))(t))
}

func TestDocumentedQueries(t *testing.T) {
	s := documentedLibrary(t)
	for _, query := range documentedQueries(t) {
		rows := 0
		err := s.SQL(t.Context(), query, func([]string, []any) error { rows++; return nil })
		if err != nil || rows == 0 {
			t.Errorf("%s: %d rows, %v", query, rows, err)
		}
	}
}

func documentedQueries(t *testing.T) (queries []string) {
	t.Helper()
	_, block, _ := strings.Cut(page(t), "```sql\n")
	block, _, _ = strings.Cut(block, "```")
	block = regexp.MustCompile("(?m)^-- .*\n").ReplaceAllString(block, "") // what each query answers
	for query := range strings.SplitAfterSeq(strings.TrimSpace(block), ";\n") {
		queries = append(queries, query)
	}
	if len(queries) < 10 {
		t.Fatalf("only %d queries found", len(queries))
	}
	return queries
}

// wholeTables are the tables, by their names in views, that documented questions must read from end to end.
var wholeTables = map[string]string{
	"SELECT puzzle_id, self_ns":        "puzzle r",
	"SELECT plugin, version, count(*)": "puzzle r",
	"SELECT a.puzzle_id, b.verdict":    "puzzle",
	"SELECT * FROM puzzles WHERE clue": "p",
	"SELECT source, verdict, count(*)": "p",
	"SELECT count(*) AS ungraded":      "p",
}

// plainQuestions are some that people ask in plain SQL beside the documented ones.
var plainQuestions = []string{
	"SELECT * FROM results WHERE puzzle_id = 1",
	"SELECT * FROM timings WHERE puzzle_id = 1",
	"SELECT * FROM timings WHERE puzzle_id IN (1, 2, 3) AND plugin = 'entropybt'",
	"SELECT * FROM grade_history WHERE puzzle_id = 1",
	"SELECT value FROM grades WHERE puzzle_id = 1 AND metric = 'se'",
	"SELECT l.id, g.metric, g.value FROM library l JOIN grades g ON g.puzzle_id = l.id WHERE l.id = 1",
	"SELECT * FROM library WHERE id = 1",
	"SELECT * FROM library WHERE se >= 9",
	"SELECT * FROM library WHERE se BETWEEN 4.5 AND 5 AND clues < 25",
	"SELECT * FROM library WHERE se >= 9 ORDER BY se DESC LIMIT 10",
	"SELECT * FROM puzzles WHERE clues = 17",
	"SELECT * FROM disagreements",
	"SELECT * FROM solutions WHERE puzzle_id = 1",
}

// TestDocumentedPlans has the documented questions, and others that people ask in plain SQL, find puzzles, results and grades by
// key: a scan grows with the library. SQLite plans without statistics, so it plans the same for a library of any size; and with
// those that ANALYZE makes of a library of a million puzzles it must not plan worse.
func TestDocumentedPlans(t *testing.T) {
	s := documentedLibrary(t)
	if err := s.IndexMetrics(t.Context(), "se"); err != nil {
		t.Fatal(err)
	}
	checkPlans(t, s)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	analyzeAsMillion(t, s.Path(), 50_000)
	checkPlans(t, openLibrary(t, s.Path()))
}

// analyzeAsMillion stores the statistics of a library, as if it were so many times as large. A library has as many geometries,
// plugins and metrics, however large it is.
func analyzeAsMillion(t *testing.T, path string, times int) {
	t.Helper()
	db := must(sql.Open(sqlite.Driver, path))(t)
	defer db.Close()
	if _, err := db.Exec("ANALYZE"); err != nil {
		t.Fatal(err)
	}
	type statistics struct{ table, index, counts string }
	var all []statistics
	rows := must(db.Query("SELECT tbl, coalesce(idx, ''), stat FROM sqlite_stat1"))(t)
	defer rows.Close()
	for rows.Next() {
		var s statistics
		if err := rows.Scan(&s.table, &s.index, &s.counts); err != nil {
			t.Fatal(err)
		}
		all = append(all, s)
	}
	for _, s := range all {
		if slices.Contains([]string{"geometry", "plugin", "algorithm", "metric", "verdict", "source", "run", "task", "tag"}, s.table) {
			continue
		}
		counts := strings.Fields(s.counts)
		for i, text := range counts {
			switch n := must(strconv.Atoi(text))(t); {
			case i > 0 && text == strings.Fields(s.counts)[0]: // all rows of the small library have one value
				counts[i] = strconv.Itoa(n * times / 20)
			case n > 1 || i == 0:
				counts[i] = strconv.Itoa(n * times)
			}
		}
		_, err := db.Exec("UPDATE sqlite_stat1 SET stat = ? WHERE tbl = ? AND coalesce(idx, '') = ?", strings.Join(counts, " "), s.table, s.index)
		if err != nil {
			t.Fatal(err)
		}
	}
}

func checkPlans(t *testing.T, s *store.Store) {
	t.Helper()
	for _, query := range append(documentedQueries(t), plainQuestions...) {
		whole := ""
		for begin, table := range wholeTables {
			if strings.HasPrefix(query, begin) {
				whole = table
			}
		}
		// To explain a query does not have SQLite notice that another connection has made an index; to run it does.
		if err := s.SQL(t.Context(), query, func([]string, []any) error { return nil }); err != nil {
			t.Error(err)
		}
		plan, byIndex := "", false
		err := s.SQL(t.Context(), "EXPLAIN QUERY PLAN "+query, func(_ []string, v []any) error {
			detail := v[3].(string)
			plan += "  " + detail + "\n"
			byIndex = byIndex || strings.Contains(detail, "grade_metric_")
			words := strings.Fields(detail)
			table := words[min(1, len(words)-1)]
			if table == "g" && (strings.Contains(detail, "geometry") || !strings.Contains(query, "grade")) { // of which there are few
				return nil
			}
			large := slices.Contains([]string{"p", "r", "g", "a", "f", "grade", "result", "puzzle"}, table)
			if words[0] == "SCAN" && large && !slices.Contains(strings.Fields(whole), table) && !strings.Contains(detail, "INDEX puzzle_disputed") ||
				strings.Contains(detail, "AUTOMATIC") {
				t.Errorf("%s\nreads too much: %s", query, detail)
			}
			return nil
		})
		if err != nil {
			t.Errorf("%s: %v", query, err)
		}
		if (strings.Contains(query, "se >") || strings.Contains(query, "se BETWEEN")) && !byIndex {
			t.Errorf("%s\ndoes not use the index of se:\n%s", query, plan)
		}
	}
}

// TestEveryViewIsDocumented compares the page with the schema, each view and each column of a view, and the tables with the comment of
// package file.
func TestEveryViewIsDocumented(t *testing.T) {
	s, text := documentedLibrary(t), page(t)
	rows := map[string]string{}
	tables, err := os.ReadFile("internal/file/file.go") // whose comment lists them
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range regexp.MustCompile(`(?m)^//   - ([a-z_, ]+): `).FindAllSubmatch(tables, -1) {
		for name := range strings.SplitSeq(string(row[1]), ", ") {
			rows[name] = string(row[0])
		}
	}
	for line := range strings.SplitSeq(text, "\n") {
		cells := strings.Split(line, "|")
		if len(cells) > 2 {
			for _, name := range regexp.MustCompile("`([a-z_]+)`").FindAllStringSubmatch(cells[1], -1) {
				rows[name[1]] = line
			}
		}
	}
	err = s.SQL(t.Context(), `SELECT name, type FROM sqlite_schema WHERE type IN ('table', 'view')
		AND name NOT LIKE 'sqlite%'`, func(_ []string, v []any) error {
		name := v[0].(string)
		line, ok := rows[name]
		if !ok {
			t.Errorf("%s %s is not documented", v[1], name)
		}
		if v[1] == "table" || name == "library" {
			return nil
		}
		return s.SQL(t.Context(), "SELECT name FROM pragma_table_info('"+name+"')",
			func(_ []string, c []any) error {
				if !strings.Contains(line, "`"+c[0].(string)+"`") && !strings.HasPrefix(name, "grade_") {
					t.Errorf("column %s.%s is not documented", name, c[0])
				}
				return nil
			})
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestViewsAgreeWithTheLibrary(t *testing.T) {
	s := documentedLibrary(t)
	var viewed []string
	err := s.SQL(t.Context(), "SELECT puzzle, verdict, solution FROM library WHERE se IS NOT NULL ORDER BY id",
		func(_ []string, v []any) error {
			viewed = append(viewed, v[0].(string)+v[1].(string)+v[2].(string))
			return nil
		})
	if err != nil || len(viewed) != 20 {
		t.Fatalf("%d rows, %v; want 20", len(viewed), err)
	}
	for i, v := range viewed {
		l := must(s.Show(t.Context(), int64(i+1)))(t)
		if want := l.Puzzle.String() + l.Verdict.String() + l.Puzzle.Geometry().FormatGrid(l.Solution); v != want {
			t.Errorf("puzzle %d: the view says %s, want %s", l.ID, v, want)
		}
	}
}
