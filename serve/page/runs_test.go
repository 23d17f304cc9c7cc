package page

import (
	"testing"

	"github.com/sudokuctl/sudokuctl/serve/internal/desk"
	"github.com/sudokuctl/sudokuctl/store"
)

// A plugin whose answers the library had is not said to have tried no puzzle.
func TestDid(t *testing.T) {
	tasks := &desk.Table{Columns: []string{"plugin", "version", "kind", "puzzles", "max_solutions", "timeout_ms", "wall_ns"},
		Rows: [][]any{{"dlx", "1.0.0", "solve", int64(0), int64(2), int64(10000), int64(0)}}}
	for state, want := range map[string]string{
		store.StateDone:   "dlx 1.0.0 had nothing left to do: what it had answered before counts.",
		store.StateFailed: "dlx 1.0.0 tried 0 puzzles, at most 2 solutions and at most 10s for each.",
	} {
		if got := (&runBody{State: state, Tasks: tasks}).Did(); len(got) != 1 || got[0] != want {
			t.Errorf("%s: %q, want %q", state, got, want)
		}
	}
}
