package store

import (
	"cmp"
	"database/sql"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestNewestCurrent gives grades of both libraries, this one's first, and looks for what becomes current. A grade is
// written puzzle/algorithm/plugin@time, with - if it is superseded and * if it is this library's.
func TestNewestCurrent(t *testing.T) {
	for _, c := range []struct{ name, given, want string }{
		{"nothing", "", ""},
		{"theirs alone", "1/1/2@5", "1/1/2@5"},
		{"theirs, superseded by a grade that was withdrawn", "1/1/2@5-", "1/1/2@5-"},
		{"theirs is newer", "1/1/1@5* 1/1/2@9", "1/1/1@5-* 1/1/2@9"},
		{"theirs is older", "1/1/2@9* 1/1/1@5", "1/1/1@5- 1/1/2@9*"},
		{"both have the same plugin's: mine stays, though it is older", "1/1/1@5* 1/1/1@9", "1/1/1@5*"},
		{"both have the same plugin's: mine stays superseded", "1/1/1@5-* 1/1/2@3* 1/1/1@5", "1/1/1@5-* 1/1/2@3*"},
		{"a history between a history", "1/1/1@1-* 1/1/3@3* 1/1/2@2", "1/1/1@1-* 1/1/2@2- 1/1/3@3*"},
		{"a history after a history", "1/1/1@1-* 1/1/3@3* 1/1/4@4 1/1/2@2-", "1/1/1@1-* 1/1/2@2- 1/1/3@3-* 1/1/4@4"},
		{"superseded though it is the newest", "1/1/1@1* 1/1/2@9-", "1/1/1@1* 1/1/2@9-"},
		{"one moment: the first plugin", "1/1/2@5* 1/1/1@5", "1/1/1@5 1/1/2@5-*"},
		{"algorithms and puzzles for themselves", "2/1/1@5* 1/2/3@1* 1/1/1@5* 1/2/4@2", "1/1/1@5* 1/2/3@1-* 1/2/4@2 2/1/1@5*"},
	} {
		s, err := Open(t.Context(), filepath.Join(t.TempDir(), "test.db"))
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		mine := map[string]bool{}
		err = s.load(t.Context(), func(b *batch) error {
			_, err := b.Exec("INSERT INTO algorithm VALUES (1, 'a'), (2, 'b')")
			for chunk, text := range strings.Fields(c.given) {
				var algorithm, puzzle, plugin, saved int64
				text, isMine := strings.CutSuffix(text, "*")
				text, superseded := strings.CutSuffix(text, "-")
				_, scanned := fmt.Sscanf(text, "%d/%d/%d@%d", &puzzle, &algorithm, &plugin, &saved)
				_, chunked := b.Exec("INSERT INTO chunk (id, task_id, saved_at, puzzles) VALUES (?, 1, ?, 1)", chunk, saved)
				_, graded := b.Exec(`INSERT INTO grade (algorithm_id, puzzle_id, plugin_id, chunk_id, superseded) VALUES (?, ?, ?, ?, ?)
					ON CONFLICT DO NOTHING`, algorithm, puzzle, plugin, chunk, superseded)
				mine[text] = mine[text] || isMine
				err = cmp.Or(err, scanned, chunked, graded)
			}
			if err == nil {
				_, err = b.Exec(supersedeOlder, "[1,2]")
			}
			if err != nil {
				return err
			}
			var text, mark string
			return b.Query(`SELECT g.puzzle_id || '/' || algorithm_id || '/' || plugin_id || '@' || saved_at, iif(superseded, '-', '')
				FROM grade g JOIN chunk c ON c.id = chunk_id ORDER BY g.puzzle_id, algorithm_id, plugin_id`).Each(func() error {
				if mine[text] {
					mark += "*"
				}
				got = append(got, text+mark)
				return nil
			}, &text, &mark)
		})
		s.Close()
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(got, strings.Fields(c.want)) {
			t.Errorf("%s: %v, want %s", c.name, got, c.want)
		}
	}
}

// TestDecode reads values as the other library stores them: whole numbers with a divisor, numbers, text beyond the slots.
func TestDecode(t *testing.T) {
	p := &mergedPart{merger: &merger{metrics: map[int64][]mergedMetric{
		1: {{"a", 0, 10}, {"b", 1, 1}, {"c", 2, 1}, {"d", 8, 1}, {"e", 9, 1}, {"f", 10, 1}}}}}
	for _, c := range []struct {
		values []any
		more   string
		want   string // "error" for one
	}{
		{[]any{int64(25), 0.5, nil}, "", "a=2.5 b=0.5"},
		{[]any{nil, nil, int64(0)}, "", "c=0"},
		{[]any{nil, nil, nil}, "[7,null,0.25]", "d=7 f=0.25"},
		{[]any{nil, nil, nil}, "[null,1e300]", "e=1e+300"},
		{[]any{nil, nil, nil}, "[1,2,3,4,5]", "d=1 e=2 f=3"}, // two of no metric
		{[]any{"text", nil, nil}, "[]", ""},
		{[]any{int64(1), nil, nil}, "[1", "error"},
		{[]any{int64(1), nil, nil}, `["much"]`, "error"},
		{[]any{int64(1), nil, nil}, `{"d": 1}`, "error"},
	} {
		raw := make([]any, 8)
		copy(raw, c.values)
		grades, err := p.decode(1, raw, sql.NullString{String: c.more, Valid: c.more != ""})
		var texts []string
		for _, g := range grades {
			texts = append(texts, fmt.Sprintf("%s=%v", g.Metric, g.Value))
		}
		got := strings.Join(texts, " ")
		if err != nil {
			got = "error"
		}
		if got != c.want {
			t.Errorf("%v and %s: %q (%v), want %q", c.values, c.more, got, err, c.want)
		}
	}
	if grades, err := p.decode(2, make([]any, 8), sql.NullString{}); grades != nil || err != nil {
		t.Errorf("an algorithm of no metrics has %v, %v", grades, err)
	}
}
