package plugin_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/sudokuctl/sudokuctl/core/internal/wire"
	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// endless emits for ever.
func endless(_ context.Context, p *sudoku.Puzzle, emit func(sudoku.Grid) bool) (sudoku.Stats, error) {
	for emit(p.Givens()) {
	}
	return sudoku.Stats{}, nil
}

// stubborn searches without finding anything.
func stubborn(ctx context.Context, _ *sudoku.Puzzle, _ func(sudoku.Grid) bool) (sudoku.Stats, error) {
	for ctx.Err() == nil {
	}
	return sudoku.Stats{}, ctx.Err()
}

// patient waits on the channel of a derived context.
func patient(ctx context.Context, _ *sudoku.Puzzle, _ func(sudoku.Grid) bool) (sudoku.Stats, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	<-ctx.Done()
	return sudoku.Stats{}, ctx.Err()
}

// deaf hides that it was interrupted.
func deaf(ctx context.Context, p *sudoku.Puzzle, emit func(sudoku.Grid) bool) (sudoku.Stats, error) {
	stubborn(ctx, p, emit)
	return sudoku.Stats{}, nil
}

func TestStopEndsAPuzzleUnderWayAndOneThatWaits(t *testing.T) {
	for name, f := range map[string]solverFunc{"endless": endless, "stubborn": stubborn, "patient": patient} {
		t.Run(name, func(t *testing.T) {
			s := open(t, connect(t, solving(f)), wire.Options{})
			s.Send(0, puzzles(3))
			s.Stop(1, 99)
			s.Stop(0, 2)
			s.CloseSend()
			got := gather(t, s, 81)
			for seq, a := range got {
				if a.ending != wire.Stopped || a.err != nil {
					t.Errorf("puzzle %d: %v, %v", seq, a.ending, a.err)
				}
			}
			if len(got) != 3 || got[1].count != 0 {
				t.Errorf("%d answers, %d solutions of a puzzle that was stopped before it began", len(got), got[1].count)
			}
		})
	}
}

func TestABudgetEndsEachPuzzle(t *testing.T) {
	for name, f := range map[string]solverFunc{"stubborn": stubborn, "patient": patient, "deaf": deaf} {
		t.Run(name, func(t *testing.T) {
			const budget = 3 * time.Millisecond
			s := open(t, connect(t, solving(f)), wire.Options{Ask: runner.Ask{Timeout: budget, Workers: 2}})
			s.Send(0, puzzles(5))
			s.CloseSend()
			got := gather(t, s, 81)
			for seq, a := range got {
				if a.ending != wire.TimedOut || !errors.Is(a.err, context.DeadlineExceeded) {
					t.Errorf("puzzle %d: %v after %v, %v", seq, a.ending, a.stats.Elapsed, a.err)
				}
				if a.stats.Elapsed <= 0 {
					t.Errorf("puzzle %d: the search took %v", seq, a.stats.Elapsed)
				}
			}
			if len(got) != 5 {
				t.Errorf("%d answers", len(got))
			}
		})
	}
}

// TestTheHostLearnsOfASearchThatNobodyWants: the solutions of a solver that goes on after enough come once
// all the same.
func TestTheHostLearnsOfASearchThatNobodyWants(t *testing.T) {
	release := make(chan struct{})
	dreamer := func(_ context.Context, p *sudoku.Puzzle, emit func(sudoku.Grid) bool) (sudoku.Stats, error) {
		for emit(p.Givens()) {
		}
		<-release
		emit(p.Givens())
		return sudoku.Stats{}, nil
	}
	s := open(t, connect(t, solving(dreamer)), wire.Options{Ask: runner.Ask{Limit: 2}})
	s.Send(0, puzzles(1))
	rows, err := receive(s, 81)
	if err != nil {
		t.Fatal(err)
	}
	for row := range rows {
		if row.Ending != wire.Part || row.Count != 2 || len(row.Grids) != 2*81 {
			t.Errorf("%v with %d solutions of %d bytes", row.Ending, row.Count, len(row.Grids))
		}
	}
	close(release)
	s.CloseSend()
	if got := gather(t, s, 81)[0]; got.ending != wire.Stopped || got.count != 0 {
		t.Errorf("then %v with %d solutions more", got.ending, got.count)
	}
}

func TestCountsOfALongSearchCanBeWatched(t *testing.T) {
	s := open(t, connect(t, solving(endless)), wire.Options{})
	s.Send(0, puzzles(1))
	parts, counted := 0, int64(0)
	for ending := wire.Part; ending == wire.Part; {
		rows, err := receive(s, 81)
		if err != nil {
			t.Fatal(err)
		}
		for row := range rows {
			ending = row.Ending
			counted += row.Count
		}
		if parts++; parts == 2 {
			s.Stop(0)
		}
	}
	if parts < 3 || counted == 0 {
		t.Errorf("%d parts, %d solutions", parts, counted)
	}
}

func TestCancelEndsTheStream(t *testing.T) {
	c := connect(t, solving(stubborn))
	ctx, cancel := context.WithCancel(t.Context())
	s, err := c.Solve(ctx, wire.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s.Send(0, puzzles(4))
	cancel()
	if _, err := s.Recv(); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// TestCancelEndsWorkAfterAllIsSent: the plugin has read the end of the input, so that only the context tells it.
func TestCancelEndsWorkAfterAllIsSent(t *testing.T) {
	begun, ended := make(chan struct{}), make(chan struct{})
	c := connect(t, solving(func(ctx context.Context, p *sudoku.Puzzle, emit func(sudoku.Grid) bool) (sudoku.Stats, error) {
		close(begun)
		defer close(ended)
		return stubborn(ctx, p, emit)
	}))
	ctx, cancel := context.WithCancel(t.Context())
	s, err := c.Solve(ctx, wire.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s.Send(0, puzzles(1))
	s.CloseSend()
	<-begun
	cancel()
	<-ended
}
