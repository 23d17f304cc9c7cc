package part

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/work/job"
)

var header = Header{Plan: "abc", Chunk: 7, Host: "here", Tasks: []job.Task{
	{Kind: job.Solve, Plugin: "entropybt", Version: "1.0.0", Limit: 2},
	{Kind: job.Solve, Plugin: "ga", Version: "1.0.0", Seed: 5, Settings: []byte(`{"a":1}`)},
	{Kind: job.Grade, Plugin: "rules", Version: "1.0.0", Metrics: []job.Metric{{Name: "se"}, {Name: "level", Labelled: true}}},
}}

const (
	example = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
	solved  = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
)

// sample returns rows with everything that a row can have.
func sample(t testing.TB, n int) []*Row {
	t.Helper()
	var rows []*Row
	for i := range n {
		text := example
		if i%3 == 2 {
			text = "16@num:" + strings.Repeat(". ", 255) + "16"
		}
		p, err := sudoku.ParsePuzzle(text)
		if err != nil {
			t.Fatal(err)
		}
		p.Name = fmt.Sprintf("file:%d", i+1)
		r := &Row{Record: int64(i), Puzzle: p, Answers: []Answer{
			{Verdict: sudoku.Unique, Count: 1, Self: time.Duration(i) * time.Microsecond},
			{Verdict: sudoku.Timeout, Guesses: int64(i), Error: "timed out after 1s"},
			{Verdict: sudoku.Unknown, Grades: []sudoku.Grade{{Metric: "se", Value: 1.2}, {Metric: "level", Value: 2, Label: "two"}}},
		}}
		if i%3 != 2 {
			if r.Solution, err = sudoku.ParseGrid(p.Geometry(), solved); err != nil {
				t.Fatal(err)
			}
		} else {
			r.Answers[0], r.Answers[2].Grades = Answer{Verdict: sudoku.Unsupported, Self: r.Answers[0].Self}, nil
		}
		rows = append(rows, r)
	}
	return rows
}

// write writes rows as a part and returns its header and path.
func write(t testing.TB, dir string, rows []*Row) (Header, string) {
	t.Helper()
	path := filepath.Join(dir, Name(header.Chunk))
	var data bytes.Buffer
	w, err := NewWriter(&data, header)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rows {
		if err := w.Write(r); err != nil {
			t.Fatal(err)
		}
	}
	h, err := w.Close()
	if err != nil {
		t.Fatal(err)
	}
	if err := Save(path, data.Bytes()); err != nil {
		t.Fatal(err)
	}
	return h, path
}

// TestPartOfTheRelease reads a part that version 0.1 has written, with everything that a row could have then.
func TestPartOfTheRelease(t *testing.T) {
	p, err := Open("testdata/part-0.1.parquet")
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	if p.Header.Rows != 6 || !reflect.DeepEqual(p.Header.Tasks, header.Tasks) {
		t.Errorf("header %+v", p.Header)
	}
	rows := sample(t, 6)
	for got, err := range p.Rows() {
		if err != nil {
			t.Fatal(err)
		}
		same(t, got, rows[0])
		rows = rows[1:]
	}
	if len(rows) > 0 {
		t.Errorf("%d rows are missing", len(rows))
	}
}

// same compares a row that was read with the one that was written.
func same(t *testing.T, got, want *Row) {
	t.Helper()
	if got.Puzzle.String() != want.Puzzle.String() || got.Puzzle.Name != want.Puzzle.Name || got.Record != want.Record ||
		!slices.Equal(got.Solution, want.Solution) || !reflect.DeepEqual(got.Answers, want.Answers) {
		t.Fatalf("got %+v, want %+v", got, want)
	}
}

func TestWriter(t *testing.T) {
	dir, rows := t.TempDir(), sample(t, 1000)
	h, path := write(t, dir, rows)
	p, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	if !reflect.DeepEqual(p.Header, h) || h.Rows != 1000 {
		t.Errorf("header %+v, want %+v", p.Header, h)
	}
	i := 0
	for got, err := range p.Rows() {
		if err != nil {
			t.Fatal(err)
		}
		same(t, got, rows[i])
		i++
	}
	if i != len(rows) {
		t.Errorf("%d rows", i)
	}
	if _, first, err := p.Verify(); err != nil || first != 0 {
		t.Error(first, err)
	}
}

// TestContentHash does not depend on times, but on everything else.
func TestContentHash(t *testing.T) {
	first, _ := write(t, t.TempDir(), sample(t, 300))
	later := sample(t, 300)
	for _, r := range later {
		r.Answers[0].Self += time.Second
	}
	if same, _ := write(t, t.TempDir(), later); same.ContentHash != first.ContentHash {
		t.Error("the content hash depends on times")
	}
	for what, change := range map[string]func(r *Row){
		"verdict": func(r *Row) { r.Answers[1].Verdict = sudoku.Crashed },
		"count":   func(r *Row) { r.Answers[0].Count++ },
		"grade":   func(r *Row) { r.Answers[2].Grades[0].Value += 0.1 },
		"label":   func(r *Row) { r.Answers[2].Grades[1].Label = "three" },
		"no grade": func(r *Row) {
			r.Answers[2].Grades = nil
		},
		"solution": func(r *Row) { r.Solution = nil },
		"name":     func(r *Row) { r.Puzzle.Name = "x" },
		"record":   func(r *Row) { r.Record++ },
	} {
		rows := sample(t, 300)
		change(rows[199-199%3])
		if h, _ := write(t, t.TempDir(), rows); h.ContentHash == first.ContentHash {
			t.Errorf("the content hash does not depend on the %s", what)
		}
	}
}

// TestNothingIsReplaced writes a part twice; the first stays, and no other file.
func TestNothingIsReplaced(t *testing.T) {
	dir := t.TempDir()
	first, path := write(t, dir, sample(t, 3))
	if err := Save(path, []byte("another")); !errors.Is(err, ErrExists) {
		t.Errorf("the second part: %v", err)
	}
	files, err := os.ReadDir(dir)
	if err != nil || len(files) != 1 {
		t.Errorf("%d files: %v", len(files), err)
	}
	p, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	if p.Header.ContentHash != first.ContentHash {
		t.Error("the first part was replaced")
	}
}

func TestColumnsAreNamedOnce(t *testing.T) {
	twice := Header{Tasks: []job.Task{{Kind: job.Grade, Plugin: "a", Metrics: []job.Metric{{Name: "se"}}},
		{Kind: job.Grade, Plugin: "b", Metrics: []job.Metric{{Name: "se"}}}}}
	if _, err := NewWriter(io.Discard, twice); err == nil || !strings.Contains(err.Error(), `"se"`) {
		t.Errorf("two columns of one name: %v", err)
	}
}

// BenchmarkWriter reports the bytes of a puzzle with its solution and seven measures.
func BenchmarkWriter(b *testing.B) {
	f, err := os.Open(filepath.Join(os.Getenv("SUDOKUCTL_PUZZLES"), "speed/minimal_20k.txt"))
	if err != nil {
		b.Skipf("no puzzle collection (set SUDOKUCTL_PUZZLES): %v", err)
	}
	defer f.Close()
	var rows []*Row
	for lines := bufio.NewScanner(f); lines.Scan(); {
		p, err := sudoku.ParsePuzzle(lines.Text())
		if err != nil {
			continue
		}
		p.Name = fmt.Sprintf("minimal_20k.txt:%d", len(rows)+1)
		grid := solutionOf(p)
		rows = append(rows, &Row{Record: int64(len(rows)), Puzzle: p, Solution: grid, Answers: []Answer{
			{Verdict: sudoku.Unique, Count: 1, Self: time.Duration(300 + len(rows)%700), Guesses: int64(len(rows) % 9)},
			{Grades: []sudoku.Grade{{Metric: "se", Value: float64(10+len(rows)%80) / 10}}, Self: time.Duration(len(rows) % 90000)}}})
	}
	h := Header{Tasks: []job.Task{{Kind: job.Solve, Plugin: "entropybt"}, {Kind: job.Grade, Plugin: "rules", Metrics: []job.Metric{{Name: "se"}}}}}
	n := 0
	for b.Loop() {
		var data bytes.Buffer
		w, err := NewWriter(&data, h)
		if err != nil {
			b.Fatal(err)
		}
		for _, r := range rows {
			if err := w.Write(r); err != nil {
				b.Fatal(err)
			}
		}
		if _, err := w.Close(); err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(data.Len())/float64(len(rows)), "B/puzzle")
		n += len(rows)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(n), "ns/puzzle")
}

// solutionOf completes a puzzle by plain backtracking over the cells with the fewest candidates.
func solutionOf(p *sudoku.Puzzle) sudoku.Grid {
	best, fewest := -1, 99
	candidates := p.Candidates()
	for cell, d := range p.Givens() {
		if n := candidates[cell].Len(); d == 0 && n < fewest {
			best, fewest = cell, n
		}
	}
	if best < 0 {
		return p.Givens()
	}
	for d := range candidates[best].All {
		grid := p.Givens().Clone()
		grid[best] = uint8(d)
		if solution := solutionOf(p.WithGivens(grid)); solution != nil {
			return solution
		}
	}
	return nil
}
