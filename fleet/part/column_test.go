package part

import (
	"encoding/json"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// answer is what DuckDB answers to a question: values as texts, nil for one that is missing.
type answer struct {
	Columns []string    `json:"columns"`
	Types   []string    `json:"types"`
	Rows    [][]*string `json:"rows"`
}

// duckDB asks DuckDB, in a folder. SUDOKUCTL_TEST_DUCKDB names a folder into which @duckdb/node-api was installed.
func duckDB(t *testing.T, dir string, questions ...string) (answers []answer) {
	t.Helper()
	installed := os.Getenv("SUDOKUCTL_TEST_DUCKDB")
	if installed == "" {
		t.Skip("SUDOKUCTL_TEST_DUCKDB names no folder with DuckDB")
	}
	script, err := filepath.Abs("testdata/duckdb.cjs")
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command("node", append([]string{script, installed}, questions...)...)
	c.Dir, c.Stderr = dir, os.Stderr
	out, err := c.Output()
	if err == nil {
		err = json.Unmarshal(out, &answers)
	}
	if err != nil || len(answers) != len(questions) {
		t.Fatalf("asking DuckDB: %v, %s", err, out)
	}
	return answers
}

// TestForeignReader has DuckDB read every column of a part, and the header.
func TestForeignReader(t *testing.T) {
	dir, rows := t.TempDir(), sample(t, 1000)
	rows[0] = twoSolutions(t)
	rows[0].Record = 0
	rows[1].Puzzle.Name = "sudoku-Größe 数独 'quoted'.txt:2"
	h, path := write(t, dir, rows)
	got := duckDB(t, dir, "FROM '"+path+"' ORDER BY record",
		"SELECT decode(value) FROM parquet_kv_metadata('"+path+"') WHERE decode(key) = '"+headerKey+"'")

	want := map[string]string{"record": "BIGINT", "name": "VARCHAR", "geometry": "VARCHAR", "puzzle": "VARCHAR", "solution": "VARCHAR",
		"second_solution":   "VARCHAR",
		"entropybt_verdict": "VARCHAR", "entropybt_count": "BIGINT", "entropybt_guesses": "BIGINT", "entropybt_self_ns": "BIGINT",
		"entropybt_error": "VARCHAR", "ga_verdict": "VARCHAR", "ga_count": "BIGINT", "ga_guesses": "BIGINT", "ga_self_ns": "BIGINT",
		"ga_error": "VARCHAR", "rules_grading": "VARCHAR", "rules_grading_ns": "BIGINT", "se": "DOUBLE", "level": "DOUBLE",
		"level_label": "VARCHAR"}
	types := map[string]string{}
	for i, name := range got[0].Columns {
		types[name] = got[0].Types[i]
	}
	if !maps.Equal(types, want) {
		t.Fatalf("types of the columns: %v, want %v", types, want)
	}
	if len(got[0].Rows) != len(rows) {
		t.Fatalf("%d rows instead of %d", len(got[0].Rows), len(rows))
	}
	for i, row := range got[0].Rows {
		for k, name := range got[0].Columns {
			if v := text(rows[i], name); (v == nil) != (row[k] == nil) || v != nil && *v != *row[k] {
				t.Fatalf("%s of row %d is another", name, i)
			}
		}
	}

	var read Header
	if err := json.Unmarshal([]byte(*got[1].Rows[0][0]), &read); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(read, h) {
		t.Errorf("the header is %+v, want %+v", read, h)
	}
}

// text is what a column should hold of a row, nil for nothing.
func text(r *Row, column string) *string {
	number := func(n int64) *string { s := strconv.FormatInt(n, 10); return &s }
	words := func(s string) *string {
		if s == "" {
			return nil
		}
		return &s
	}
	switch column {
	case "record":
		return number(r.Record)
	case "name":
		return &r.Puzzle.Name
	case "geometry":
		return words(r.Puzzle.Geometry().String())
	case "puzzle":
		return words(r.Puzzle.String())
	case "solution":
		if r.Solution == nil {
			return nil
		}
		return words(r.Puzzle.Geometry().FormatGrid(r.Solution))
	case "second_solution":
		if r.Second == nil {
			return nil
		}
		return words(r.Puzzle.Geometry().FormatGrid(r.Second))
	}
	a := r.Answers[2]
	for k, plugin := range []string{"entropybt", "ga"} {
		if strings.HasPrefix(column, plugin+"_") {
			a = r.Answers[k]
		}
	}
	for _, g := range a.Grades {
		switch column {
		case g.Metric:
			return words(strconv.FormatFloat(g.Value, 'g', -1, 64))
		case g.Metric + "_label":
			return words(g.Label)
		}
	}
	switch column[strings.LastIndexByte(column, '_')+1:] {
	case "verdict", "grading":
		return words(a.Verdict.String())
	case "count":
		return number(a.Count)
	case "guesses":
		return number(a.Guesses)
	case "ns":
		return number(a.Self.Nanoseconds())
	case "error":
		return words(a.Error)
	}
	return nil
}

// TestDocumentedQuery asks what docs/machines.md asks.
func TestDocumentedQuery(t *testing.T) {
	page, err := os.ReadFile("../../docs/machines.md")
	if err != nil {
		t.Fatal(err)
	}
	_, query, ok := strings.Cut(string(page), "```sql\n")
	query, _, end := strings.Cut(query, "```")
	if !ok || !end {
		t.Fatal("the page has no query")
	}
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "parts"), 0o700); err != nil {
		t.Fatal(err)
	}
	rows := sample(t, 300)
	for i, r := range rows {
		r.Answers[2].Self = 2 * time.Millisecond
		if r.Answers[2].Grades != nil && i%2 == 1 {
			r.Answers[2].Grades[0].Value = 4.5
		}
	}
	write(t, filepath.Join(dir, "parts"), rows)
	got := duckDB(t, dir, query)[0]
	var answers []string
	for _, row := range got.Rows {
		var texts []string
		for _, v := range row {
			if v == nil {
				v = new(string)
			}
			texts = append(texts, *v)
		}
		answers = append(answers, strings.Join(texts, " "))
	}
	if want := []string{"1 100 2", "4 100 2", " 100 2"}; !slices.Equal(got.Columns, []string{"band", "count_star()", "ms"}) ||
		!slices.Equal(answers, want) {
		t.Errorf("%q of %q, want %q", answers, got.Columns, want)
	}
}
