//go:build unix

package host_test

import (
	"context"
	"iter"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/sudokuctl/sudokuctl/core/host"
	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// newHost returns a host with short times that is closed with the test.
func newHost(t testing.TB, options host.Options) *host.Host {
	t.Helper()
	if options.Backoff == 0 {
		options.Backoff = 10 * time.Millisecond
	}
	h := host.New(options)
	t.Cleanup(func() {
		if err := h.Close(); err != nil {
			t.Error(err)
		}
	})
	return h
}

// fakeConfig is the config of a fake.
func fakeConfig(name string) host.Config {
	self, err := os.Executable()
	if err != nil {
		panic(err)
	}
	return host.Config{ID: name, Run: []string{self}, Env: []string{fakeEnv + "=" + name}}
}

func open(t testing.TB, h *host.Host, name string) *host.Plugin {
	t.Helper()
	p, err := h.Open(t.Context(), fakeConfig(name))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// puzzles yields count puzzles of 4×4 with one solution; those whose number is in empty have no givens and
// 288.
func puzzles(count int, empty ...int) iter.Seq2[runner.Item, error] {
	g := sudoku.MustGeometry("4")
	return func(yield func(runner.Item, error) bool) {
		for i := range count {
			givens := solved()
			givens[i%16] = 0
			for _, e := range empty {
				if e == i {
					clear(givens)
				}
			}
			p := sudoku.MustPuzzle(g, givens)
			p.Name = "p"
			if !yield(runner.Item{Number: uint64(i), Puzzle: p}, nil) {
				return
			}
		}
	}
}

// solveAll solves puzzles and returns the results by number; every number must come once.
func solveAll(t testing.TB, p *host.Plugin, input iter.Seq2[runner.Item, error],
	o runner.Options) map[uint64]sudoku.Result {
	t.Helper()
	results, err := collect(t.Context(), t, p, input, o)
	if err != nil {
		t.Fatal(err)
	}
	return results
}

func collect(ctx context.Context, t testing.TB, p *host.Plugin, input iter.Seq2[runner.Item, error],
	o runner.Options) (map[uint64]sudoku.Result, error) {
	t.Helper()
	results := map[uint64]sudoku.Result{}
	err := p.Solve(ctx, input, o, func(n uint64, r sudoku.Result) error {
		if _, twice := results[n]; twice {
			t.Errorf("result %d twice", n)
		}
		results[n] = r
		return nil
	})
	return results, err
}

// tally counts verdicts.
func tally(results map[uint64]sudoku.Result) map[sudoku.Verdict]int {
	counts := map[sudoku.Verdict]int{}
	for _, r := range results {
		counts[r.Verdict]++
	}
	return counts
}

func TestSolve(t *testing.T) {
	p := open(t, newHost(t, host.Options{}), "honest")
	results := solveAll(t, p, puzzles(1000, 7, 500), runner.Options{Ask: runner.Ask{Limit: 2}})
	if got := tally(results); got[sudoku.Unique] != 998 || got[sudoku.Multiple] != 2 {
		t.Errorf("verdicts %v", got)
	}
	for n, r := range results {
		if r.Verdict == sudoku.Unique && string(r.Solutions[0]) != string(solved()) {
			t.Fatalf("puzzle %d: solution %v", n, r.Solutions[0])
		}
	}
	if p.Info().Version != "1.0.0" || p.Settings() != `{"depth":3}` {
		t.Errorf("info %+v, settings %s", p.Info(), p.Settings())
	}
}

func TestEnvironHasNoSecrets(t *testing.T) {
	for name, want := range map[string]bool{"PATH": true, "Path": true, "LC_ALL": true, "LC": false, "AWS_SECRET_KEY": false,
		"PATHS": false, "GODEBUG": true, "SUDOKUCTL_RIGHTS": false} {
		t.Setenv(name, "value")
		if got := slices.Contains(host.Environ(), name+"=value"); got != want {
			t.Errorf("%s: %v", name, got)
		}
	}
	if got := host.Environ("EXTRA=1", "PATH=2"); !slices.Equal(got[len(got)-2:], []string{"EXTRA=1", "PATH=2"}) {
		t.Errorf("it ends with %q", got[len(got)-2:])
	}
}
