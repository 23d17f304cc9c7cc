package store_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/store/internal/storetest"
)

func page(t *testing.T) string {
	t.Helper()
	return string(storetest.Must(os.ReadFile("../docs/store.md"))(t))
}

func TestDocumentedQueries(t *testing.T) {
	s := storetest.Documented(t)
	queries := regexp.MustCompile("(?s)```sql\n(.*?)```").FindAllStringSubmatch(page(t), -1)
	if len(queries) < 10 {
		t.Fatalf("only %d queries found", len(queries))
	}
	for _, q := range queries {
		rows := 0
		err := s.SQL(t.Context(), q[1], func([]string, []any) error { rows++; return nil })
		if err != nil || rows == 0 {
			t.Errorf("%s: %d rows, %v", q[1], rows, err)
		}
	}
}

// TestEveryViewIsDocumented compares the page with the schema: each table, each view and each column of a view.
func TestEveryViewIsDocumented(t *testing.T) {
	s, text := storetest.Documented(t), page(t)
	rows := map[string]string{}
	for line := range strings.SplitSeq(text, "\n") {
		cells := strings.Split(line, "|")
		if len(cells) > 2 {
			for _, name := range regexp.MustCompile("`([a-z_]+)`").FindAllStringSubmatch(cells[1], -1) {
				rows[name[1]] = line
			}
		}
	}
	err := s.SQL(t.Context(), `SELECT name, type FROM sqlite_schema WHERE type IN ('table', 'view')
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
	s := storetest.Documented(t)
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
		l := storetest.Must(s.Show(t.Context(), int64(i+1)))(t)
		if want := l.Puzzle.String() + l.Verdict.String() + l.Puzzle.Geometry().FormatGrid(l.Solution); v != want {
			t.Errorf("puzzle %d: the view says %s, want %s", l.ID, v, want)
		}
	}
}
