package job

import (
	"testing"
	"time"

	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

func TestDo(t *testing.T) {
	ctx := t.Context()
	p, err := opener(t)(ctx, "silent", nil)
	if err != nil {
		t.Fatal(err)
	}
	task, err := Of(p, Solve, sudoku.Ask{Limit: 2, Seed: 7, Timeout: time.Minute + time.Nanosecond, Workers: 3})
	if err != nil || task.Limit != 2 || task.Seed != 7 || task.Timeout() != time.Minute+time.Millisecond {
		t.Fatalf("%+v: %v", task, err)
	}
	puzzles := make([]*sudoku.Puzzle, 100)
	for i := range puzzles {
		puzzles[i] = sudoku.MustPuzzle(sudoku.Classic(), nil)
	}
	answers := make([]int, len(puzzles))
	take := func(i uint64, r sudoku.Result) error {
		if answers[i]++; r.Verdict != sudoku.Unknown { // who is not complete proves nothing
			t.Errorf("puzzle %d: %v", i, r.Verdict)
		}
		return nil
	}
	if err := task.Do(ctx, p, 2, runner.Numbered(puzzles), take, take); err != nil {
		t.Fatal(err)
	}
	for i, n := range answers {
		if n != 1 {
			t.Errorf("puzzle %d has %d answers", i, n)
		}
	}
}
