package library_test

import (
	"path/filepath"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work"
	"github.com/sudokuctl/sudokuctl/work/input"
	"github.com/sudokuctl/sudokuctl/work/library"
)

// TestCompareWithADeletedPuzzle deletes the puzzle on which two solvers disagree: what they said of it stays comparable.
func TestCompareWithADeletedPuzzle(t *testing.T) {
	ctx := t.Context()
	s, err := store.Open(ctx, filepath.Join(t.TempDir(), "puzzles.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	const puzzle = "2.14........4..2"
	if _, err := input.Import(ctx, s, input.ImportRequest{Input: input.Text(puzzle)}, nil); err != nil {
		t.Fatal(err)
	}
	p, err := sudoku.ParsePuzzle(puzzle)
	if err != nil {
		t.Fatal(err)
	}
	run, err := s.StartRun(ctx, store.NewRun("run"), store.Selection{})
	if err != nil {
		t.Fatal(err)
	}
	for id, verdict := range map[string]sudoku.Verdict{"yes": sudoku.Multiple, "no": sudoku.Impossible} {
		task, err := s.StartTask(ctx, run, store.Work{Plugin: store.Plugin{Info: sudoku.Info{ID: id, Version: "1", Complete: true}}, Limit: 2})
		if err == nil {
			err = task.SaveResults(ctx, []store.Answered{{ID: 1, Result: sudoku.Result{Puzzle: p, Verdict: verdict}}})
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if _, err := s.Delete(ctx, 1); err != nil {
		t.Fatal(err)
	}
	c, err := library.Compare(ctx, &work.Env{Store: s}, library.CompareRequest{})
	if err != nil || len(c.Disagreements) != 1 || c.Disagreements[0].Puzzle != puzzle {
		t.Errorf("%v, %+v", err, c)
	}
}
