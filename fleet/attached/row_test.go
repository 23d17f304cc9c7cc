package attached_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/fleet/attached"
	"github.com/sudokuctl/sudokuctl/fleet/part"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work/job"
)

// TestVerdictOfSeveralSolvers has two solvers say every pair of verdicts of a puzzle each: what a part says of it is what a library
// says that has imported the part.
func TestVerdictOfSeveralSolvers(t *testing.T) {
	all := []sudoku.Verdict{sudoku.Unknown, sudoku.Solved, sudoku.Unique, sudoku.Multiple, sudoku.Impossible, sudoku.Timeout, sudoku.Unsupported, sudoku.Crashed}
	dir := t.TempDir()
	path := filepath.Join(dir, "x.parquet")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	w, err := part.NewWriter(f, part.Header{Plan: "p", Tasks: []job.Task{{Kind: job.Solve, Plugin: "first", Version: "1", Limit: 2},
		{Kind: job.Solve, Plugin: "second", Version: "1", Limit: 2}}})
	if err != nil {
		t.Fatal(err)
	}
	puzzles := rows(t, 0, 50)
	puzzles = append(puzzles, rows(t, 50, 60)...)
	said := map[string]string{}
	for _, a := range all {
		for _, b := range all {
			if a == sudoku.Unknown && b != sudoku.Unknown {
				continue // there are 60 puzzles
			}
			r := puzzles[len(said)]
			r.Record, r.Solution = int64(len(said)), nil
			for _, v := range []sudoku.Verdict{a, b} {
				if v == sudoku.Solved || v == sudoku.Unique || v == sudoku.Multiple {
					grid, err := sudoku.ParseGrid(r.Puzzle.Geometry, solved)
					if err != nil {
						t.Fatal(err)
					}
					r.Solution = grid
					if v == sudoku.Multiple {
						r.Second = another(grid)
					}
				}
			}
			r.Answers = []part.Answer{{Verdict: a, Count: counted(a)}, {Verdict: b, Count: counted(b)}}
			said[r.Puzzle.Name] = fmt.Sprintf("%v and %v", a, b)
			if err := w.Write(r); err != nil {
				t.Fatal(err)
			}
		}
	}
	if _, err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	near := open(t)
	if _, _, err := attached.Attach(t.Context(), near, dir); err != nil {
		t.Fatal(err)
	}
	l, err := attached.Open(t.Context(), near)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{}
	for x, err := range open(t, path).List(t.Context(), store.Filter{}) {
		if err != nil {
			t.Fatal(err)
		}
		want[x.Puzzle.Name] = fmt.Sprint(x.Verdict, x.Disputed)
	}
	for x, err := range l.List(t.Context(), store.Filter{}) {
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(x.Verdict, x.Disputed); got != want[x.Puzzle.Name] {
			t.Errorf("%s: %s, in a library %s", said[x.Puzzle.Name], got, want[x.Puzzle.Name])
		}
	}
}

// another is a solution of the same puzzles: their last two rows are empty.
func another(grid sudoku.Grid) sudoku.Grid {
	return slices.Concat(grid[:63], grid[72:], grid[63:72])
}

// counted is how many solutions come with a verdict.
func counted(v sudoku.Verdict) int64 {
	switch v {
	case sudoku.Solved, sudoku.Unique:
		return 1
	case sudoku.Multiple:
		return 2
	}
	return 0
}
