package fleet

import (
	"context"
	"iter"
	"testing"
	"time"

	"github.com/sudokuctl/sudokuctl/core/host/lifecycle"
	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/work/job"
)

// busy is a plugin on a machine that gives it a share of the clock. It needs some CPU time for a puzzle.
type busy struct {
	job.Plugin
	share    float64
	needs    time.Duration
	used     time.Duration
	unknown  bool // the system does not say what it has used
	attempts []time.Duration
}

func (b *busy) Usage() (lifecycle.Usage, bool) { return lifecycle.Usage{User: b.used}, !b.unknown }

func (b *busy) Solve(_ context.Context, puzzles iter.Seq2[runner.Item, error], o runner.Options,
	emit func(uint64, sudoku.Result) error) error {
	for item, err := range puzzles {
		if err != nil {
			return err
		}
		b.attempts = append(b.attempts, o.Timeout)
		r := sudoku.Result{Puzzle: item.Puzzle, Verdict: sudoku.Unique}
		if has := time.Duration(float64(o.Timeout) * b.share); has < b.needs {
			r.Verdict = sudoku.Timeout
			b.used += has
		} else {
			b.used += b.needs
		}
		if err := emit(item.Number, r); err != nil {
			return err
		}
	}
	return nil
}

// TestOnProcessor limits CPU time: a plugin on a loaded machine gets more of the clock, and no more CPU time than anywhere.
func TestOnProcessor(t *testing.T) {
	const limit = time.Second
	puzzle, err := sudoku.ParsePuzzle(solved6)
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		plugin  busy
		verdict sudoku.Verdict
		clock   time.Duration // of the last try
	}{
		"idle machine, too hard":       {busy{share: 1, needs: 9 * limit}, sudoku.Timeout, limit},
		"quarter of it, enough":        {busy{share: .25, needs: limit / 2}, sudoku.Unique, 4 * limit},
		"quarter of it, too hard":      {busy{share: .25, needs: 9 * limit}, sudoku.Timeout, 4 * limit},
		"found after more CPU time":    {busy{share: .6, needs: limit * 11 / 10}, sudoku.Timeout, 2 * limit},
		"waits, and computes nothing":  {busy{share: 0, needs: limit}, sudoku.Timeout, 2 * limit},
		"a fiftieth of it, enough":     {busy{share: .02, needs: limit / 2}, sudoku.Unique, 50 * limit},
		"nothing known of its CPU":     {busy{share: .25, needs: limit / 2, unknown: true}, sudoku.Timeout, limit},
		"half of a processor, in time": {busy{share: .5, needs: limit / 4}, sudoku.Unique, limit},
	} {
		r, err := onProcessor(t.Context(), job.Task{Kind: job.Solve, TimeoutMS: limit.Milliseconds(), OnCPU: true}, &c.plugin, puzzle)
		if tries := c.plugin.attempts; err != nil || r.Verdict != c.verdict || tries[len(tries)-1] != c.clock {
			t.Errorf("%s: %v after %v: %v", name, r.Verdict, tries, err)
		}
	}
}
