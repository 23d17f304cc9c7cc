package serve_test

import (
	"context"
	"os"

	"github.com/sudokuctl/sudokuctl/core/plugin"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/plugins/bundled"
)

// fakes are solvers that no puzzle is ever done with: this program, started again, with what it does for a puzzle.
var fakes = map[string]fake{"victim": die, "waiter": wait}

type fake func(ctx context.Context)

func (f fake) Solve(ctx context.Context, _ *sudoku.Puzzle, _ func(sudoku.Grid) bool) (sudoku.Stats, error) {
	f(ctx)
	return sudoku.Stats{}, ctx.Err()
}

func wait(ctx context.Context) { <-ctx.Done() }

// die ends the process as if somebody else had done so.
func die(ctx context.Context) {
	if self, err := os.FindProcess(os.Getpid()); err == nil {
		_ = self.Kill()
	}
	<-ctx.Done()
}

// serveFake serves a fake if this program was started for that.
func serveFake() bool {
	if len(os.Args) != 2 || fakes[os.Args[1]] == nil {
		return false
	}
	plugin.Serve(plugin.Spec{
		Info:   sudoku.Info{ID: os.Args[1], Name: os.Args[1], Version: "1.0.0"},
		Solver: func(sudoku.Settings) (sudoku.Solver, error) { return fakes[os.Args[1]], nil },
	})
	return true
}

// command starts this program as a plugin: a fake, or a bundled one.
func command(id string) ([]string, bool) {
	if fakes[id] == nil {
		return bundled.Command(id)
	}
	self, err := os.Executable()
	return []string{self, id}, err == nil
}
