package fleet

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/fleet/part"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work/job"
)

// rewrite writes a part anew with other rows or another header, so that all its hashes are right.
func rewrite(t *testing.T, path string, header func(*part.Header), row func(*part.Row)) {
	t.Helper()
	p, err := part.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	h := p.Header
	h.Rows = 0
	header(&h)
	var data bytes.Buffer
	w, err := part.NewWriter(&data, h)
	if err != nil {
		t.Fatal(err)
	}
	for r, err := range p.Rows() {
		if err != nil {
			t.Fatal(err)
		}
		row(r)
		if err := w.Write(r); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := w.Close(); err != nil {
		t.Fatal(err)
	}
	p.Close()
	if err := os.WriteFile(path, data.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestLyingParts has a part whose hashes are right say what is wrong: merge names it, and a library stores nothing of it.
func TestLyingParts(t *testing.T) {
	ctx, dir, open := t.Context(), t.TempDir(), opener(t)
	plan, err := MakePlan(ctx, open, request(inputFile(t, dir, 100)), nil)
	if err != nil {
		t.Fatal(err)
	}
	for what, test := range map[string]struct {
		header func(*part.Header)
		row    func(*part.Row)
		says   string
		alone  bool // it is wrong without its plan, too
	}{
		"nothing": {says: ""},
		"a wrong solution": {row: func(r *part.Row) {
			if r.Record == 37 {
				r.Solution[0], r.Solution[1] = r.Solution[1], r.Solution[0]
			}
		}, says: `record 37, puzzle "in.txt:40": verifying: `, alone: true},
		"no solution": {row: func(r *part.Row) { r.Solution, r.Second = nil, nil }, says: "but there is no solution", alone: true},
		"other tasks": {header: func(h *part.Header) {
			h.Tasks = append([]job.Task(nil), h.Tasks...)
			h.Tasks[0].Plugin = "other"
		}, says: "answers other tasks than those of the plan"},
		"another puzzle": {row: func(r *part.Row) {
			if r.Record == 59 {
				r.Puzzle = r.Puzzle.WithGivens(r.Solution)
			}
		}, says: "answers other puzzles than those of chunk 1"},
		"other records": {row: func(r *part.Row) { r.Record += 30 }, says: "answers other puzzles than those of chunk 1"},
	} {
		parts := t.TempDir()
		if _, err := RunShard(ctx, open, plan, Shard{0, 1}, parts, 0, nil); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(parts, part.Name(1))
		if test.header == nil {
			test.header = func(*part.Header) {}
		}
		if test.row == nil {
			test.row = func(*part.Row) {}
		}
		rewrite(t, path, test.header, test.row)
		s, err := Take(ctx, plan, parts, true, nil)
		if err != nil {
			t.Fatal(err)
		}
		if bad := s.Bad[1]; test.says == "" && !s.Whole() || test.says != "" && (bad == nil || !strings.Contains(bad.Error(), test.says)) {
			t.Errorf("%s: %v", what, s.Bad)
		}
		into := library(t)
		_, err = MergeInto(ctx, plan, parts, into, "test", nil)
		if (err == nil) != (test.says == "") {
			t.Errorf("%s: storing: %v", what, err)
		}
		into = library(t)
		_, err = ImportPart(ctx, path, into, nil, "", "test")
		if n, countErr := into.Count(ctx, store.Filter{}); countErr != nil || (err != nil) != test.alone || test.alone != (n == 0) {
			t.Errorf("%s: importing: %v, %d puzzles: %v", what, err, n, countErr)
		}
	}
}

// TestMultipleIsProved has a library learn of two solutions from a part, and that of one claim no more than it shows.
func TestMultipleIsProved(t *testing.T) {
	ctx, dir, open := t.Context(), t.TempDir(), opener(t)
	text := strings.Repeat(".", 12) + solved6[12:24] + strings.Repeat(".", 12) + "\n"
	path := filepath.Join(dir, "in.txt")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	plan, err := MakePlan(ctx, open, request(path), nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := RunShard(ctx, open, plan, Shard{0, 1}, dir, 0, nil); err != nil {
		t.Fatal(err)
	}
	for _, want := range []sudoku.Verdict{sudoku.Multiple, sudoku.Solved} {
		s := library(t)
		if _, err := MergeInto(ctx, plan, dir, s, "test", nil); err != nil {
			t.Fatal(err)
		}
		for l, err := range s.List(ctx, store.Filter{}) {
			if err != nil || l.Verdict != want {
				t.Errorf("%v instead of %v: %v", l.Verdict, want, err)
			}
		}
		if problems, err := s.Check(ctx); err != nil || len(problems) > 0 {
			t.Errorf("%v: %v", problems, err)
		}
		rewrite(t, filepath.Join(dir, part.Name(0)), func(*part.Header) {}, func(r *part.Row) {
			r.Second, r.Answers[0].Verdict = nil, sudoku.Multiple
		})
	}
}

// TestRepetitions computes a plan three times over: merge gives a mean with its interval, stores each puzzle once, and notices
// repetitions that answer differently.
func TestRepetitions(t *testing.T) {
	ctx, dir, open := t.Context(), t.TempDir(), opener(t)
	r := request(inputFile(t, dir, 50))
	r.Repeat = 3
	made, err := MakePlan(ctx, open, r, nil)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "plan.json")
	if err := made.Save(file); err != nil {
		t.Fatal(err)
	}
	plan, err := LoadPlan(file)
	if err != nil || plan.Repeat != 3 || len(plan.Chunks) != 6 || plan.Records() != 50 {
		t.Fatalf("%+v: %v", plan, err)
	}
	parts := filepath.Join(dir, "parts")
	if _, err := RunShard(ctx, open, plan, Shard{0, 1}, parts, 1, nil); err != nil {
		t.Fatal(err)
	}
	for chunk := range 6 { // a puzzle takes 1, 2 and 3 µs to solve in the three repetitions, and as long to grade
		rewrite(t, filepath.Join(parts, part.Name(chunk)), func(h *part.Header) {
			each := time.Duration(chunk/2+1) * time.Microsecond * time.Duration(plan.Chunks[chunk].Records)
			h.Times = []time.Duration{each, each}
		}, func(*part.Row) {})
	}
	s, err := Take(ctx, plan, parts, true, nil)
	if err != nil || !s.Whole() || s.Rows != 150 || len(s.Times) != 2 || len(s.Differ) != 0 {
		t.Fatalf("%+v: %v", s, err)
	}
	if x := s.Times[0]; x.Mean != 2000 || math.Abs(x.High-x.Mean-4303/math.Sqrt(3)) > 1 || x.Low+x.High != 2*x.Mean || x.Repetitions != 3 {
		t.Errorf("%+v", x)
	}
	to := library(t)
	if m, err := MergeInto(ctx, plan, parts, to, "test", nil); err != nil || m.Puzzles != 50 {
		t.Errorf("%+v: %v", m, err)
	}
	rewrite(t, filepath.Join(parts, part.Name(4)), func(*part.Header) {}, func(r *part.Row) { r.Answers[1].Grades[0].Value++ })
	if s, err = Take(ctx, plan, parts, true, nil); err != nil || !strings.Contains(s.Differ[4], "guesser: givens") {
		t.Errorf("%+v: %v", s, err)
	}
	plan.Chunks[5].Records--
	if err := plan.check(); err == nil {
		t.Error("repetitions of different chunks are taken")
	}
}
