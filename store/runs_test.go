package store_test

import (
	"path/filepath"
	"slices"
	"testing"

	"github.com/sudokuctl/sudokuctl/store"
)

func TestNewRunKnowsTheMachine(t *testing.T) {
	r := store.NewRun("run")
	if r.GoVersion == "" || r.CPU == "" || r.OS == "" || r.Cores < 1 || r.Started.IsZero() {
		t.Errorf("run %+v", r)
	}
}

// TestKilledRun asks what became of runs that are under way, that a process has left without a word, and that go on.
func TestKilledRun(t *testing.T) {
	path := filepath.Join(t.TempDir(), "sudoku.db")
	first := must(store.Open(t.Context(), path))(t)
	run, done := startRun(t, first), startRun(t, first)
	if err := first.SetRunState(t.Context(), done, store.StateDone); err != nil {
		t.Fatal(err)
	}
	second := must(store.Open(t.Context(), path))(t)
	compare := func(s *store.Store, killed []int64, state string) {
		t.Helper()
		if got := must(s.Killed(t.Context()))(t); !slices.Equal(got, killed) {
			t.Errorf("killed are %d, want %d", got, killed)
		}
		if got := one(t, s, "SELECT group_concat(state, ' ') FROM (SELECT state FROM run ORDER BY id)"); got != state+" done" {
			t.Errorf("runs are %q, want %q", got, state)
		}
	}
	compare(second, nil, "running")
	first.Close()
	compare(second, []int64{run}, "running")
	reader := must(store.OpenReadOnly(t.Context(), path))(t)
	compare(reader, []int64{run}, "running")
	third := openLibrary(t, path)
	compare(third, nil, "interrupted")
	if err := third.SetRunState(t.Context(), run, store.StateRunning); err != nil {
		t.Fatal(err)
	}
	compare(reader, nil, "running")
	reader.Close()
	second.Close()
	third.Close()
	if left := must(filepath.Glob(path + "-claim-*"))(t); left != nil {
		t.Errorf("files are left: %q", left)
	}
}
