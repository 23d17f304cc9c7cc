package job

import (
	"context"
	"os"
	"testing"
	"time"

	"github.com/sudokuctl/sudokuctl/core/host"
	"github.com/sudokuctl/sudokuctl/core/plugin"
	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/spec"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// silent is a solver that finds nothing.
type silent struct{}

func (silent) Solve(context.Context, *sudoku.Puzzle, func(sudoku.Grid) bool) (sudoku.Stats, error) {
	return sudoku.Stats{}, nil
}

// TestMain serves the plugin, if this program is started for that.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "serve-silent" {
		plugin.Serve(spec.Spec{
			Info: sudoku.Info{ID: "silent", Name: "silent", Version: "1.0.0", Settings: []sudoku.Setting{
				{Name: "a", Default: 1, Min: 0, Max: 9}, {Name: "b", Default: "x", Enum: []string{"x", "y"}}}},
			Solver: func(sudoku.Settings) (sudoku.Solver, error) { return silent{}, nil },
		})
		return
	}
	os.Exit(m.Run())
}

// opener opens the plugin of this program.
func opener(t *testing.T) func(ctx context.Context, id string, settings map[string]any) (Plugin, error) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	h := host.New(host.Options{BundledIDs: []string{"silent"},
		Bundled: func(id string) ([]string, bool) { return []string{self, "serve-silent"}, id == "silent" }})
	t.Cleanup(func() { h.Close() })
	return func(ctx context.Context, id string, settings map[string]any) (Plugin, error) {
		return h.Open(ctx, host.Config{ID: id, Settings: settings})
	}
}

func TestDo(t *testing.T) {
	ctx := t.Context()
	p, err := opener(t)(ctx, "silent", nil)
	if err != nil {
		t.Fatal(err)
	}
	task, err := Of(p, Solve, runner.Ask{Limit: 2, Seed: 7, Timeout: time.Minute + time.Nanosecond, Workers: 3})
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
