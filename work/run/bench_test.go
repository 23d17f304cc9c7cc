package run_test

import (
	"context"
	"errors"
	"path/filepath"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/host"
	"github.com/sudokuctl/sudokuctl/plugins/bundled"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work"
	"github.com/sudokuctl/sudokuctl/work/input"
	"github.com/sudokuctl/sudokuctl/work/run"
)

// opened is what Store of a request is for a library that is open.
func opened(s *store.Store) func(context.Context) (*store.Store, error) {
	return func(context.Context) (*store.Store, error) { return s, nil }
}

// A benchmark that is interrupted says so in the library, and is nothing that could be resumed.
func TestInterruptedBenchmark(t *testing.T) {
	s, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "puzzles.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	h := host.New(host.Options{Bundled: bundled.Command, BundledIDs: bundled.IDs()})
	defer h.Close()
	env := work.Hosted(h, s)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	req := run.BenchRequest{Inputs: []*input.Input{input.Text("2.14........4..2\n")}, Most: 1, Solvers: []string{"dlx"},
		Repeat: 2, Store: opened(s)}
	_, err = run.Bench(ctx, env, req, func(e work.Event) {
		if _, ok := e.(work.Advanced); ok {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("%v, want that it was interrupted", err)
	}
	runs, err := s.Runs(t.Context())
	if err != nil || len(runs) != 1 || runs[0].Command != "bench" || runs[0].State != store.StateInterrupted {
		t.Errorf("%+v, %v, want one interrupted benchmark", runs, err)
	}
	if r, err := run.Resume(t.Context(), env, 0, nil); r != nil || err != nil {
		t.Errorf("%+v, %v, want nothing to resume", r, err)
	}
	var wrong *work.RequestError
	if _, err := run.Resume(t.Context(), env, runs[0].ID, nil); !errors.As(err, &wrong) {
		t.Errorf("%v, want a RequestError", err)
	}
}

// A benchmark goes on over a puzzle that the library has deleted, and stores the answers to the others.
func TestBenchmarkWithADeletedPuzzle(t *testing.T) {
	s, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "puzzles.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	h := host.New(host.Options{Bundled: bundled.Command, BundledIDs: bundled.IDs()})
	defer h.Close()
	puzzles := input.Text("2.14........4..2\n1.3............4\n")
	if _, err := input.Import(t.Context(), s, input.ImportRequest{Input: puzzles}, nil); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Delete(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	r, err := run.Bench(t.Context(), work.Hosted(h, s), run.BenchRequest{Inputs: []*input.Input{puzzles}, Most: 2, Solvers: []string{"dlx"},
		Repeat: 1, Store: opened(s)}, nil)
	if err != nil {
		t.Fatal(err)
	}
	stored := 0
	for x, err := range s.Samples(t.Context(), r.Run) {
		if stored++; err != nil || x.Puzzle != 2 {
			t.Errorf("%+v, %v", x, err)
		}
	}
	if r.Puzzles != 2 || stored != 1 {
		t.Errorf("%d puzzles, %d answers stored", r.Puzzles, stored)
	}
}
