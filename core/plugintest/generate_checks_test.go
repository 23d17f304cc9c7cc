package plugintest_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/sudokuctl/sudokuctl/core/plugin"
	"github.com/sudokuctl/sudokuctl/core/plugintest"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// generate is a generator as a function.
type generate func(ctx context.Context, o sudoku.Order, emit func(*sudoku.Puzzle) bool) (sudoku.Stats, error)

func (f generate) Generate(ctx context.Context, o sudoku.Order, emit func(*sudoku.Puzzle) bool) (sudoku.Stats, error) {
	return f(ctx, o, emit)
}

// nearlyFull makes solved grids of 4×4 in which an empty cell or two are left.
func nearlyFull(o sudoku.Order, emit func(*sudoku.Puzzle) bool) {
	rng := rand.New(rand.NewPCG(o.Seed, 0))
	for made := 0; o.Count == 0 || made < o.Count; made++ {
		digits := rng.Perm(4)
		grid := make(sudoku.Grid, 16)
		for cell, place := range "0123230110323210" {
			grid[cell] = uint8(digits[place-'0'] + 1)
		}
		grid[rng.IntN(16)] = 0
		if !emit(sudoku.MustPuzzle(o.Geometry, grid)) {
			return
		}
	}
}

func makes(f generate) plugin.Spec {
	return plugin.Spec{
		Info: sudoku.Info{ID: "maker", Name: "Maker", Version: "1.0.0", Summary: "Makes.", Licence: "MIT", Shapes: []string{"4"}},
		Generator: func(sudoku.Settings) (sudoku.Generator, error) {
			return generate(func(ctx context.Context, o sudoku.Order, emit func(*sudoku.Puzzle) bool) (sudoku.Stats, error) {
				return f(ctx, o, emit)
			}), nil
		},
	}
}

// outcome runs one check on a Spec: "ok", "skip", "fault" or the error of a breakdown.
func outcome(t *testing.T, spec plugin.Spec, name string, setup plugintest.Setup) string {
	t.Helper()
	s, err := plugintest.Direct(spec)
	if err != nil {
		t.Fatal(err)
	}
	err = find(t, name).Run(t.Context(), s, setup)
	switch skipped, broken := (*plugintest.Skip)(nil), (*plugintest.Fault)(nil); {
	case err == nil:
		return "ok"
	case errors.As(err, &skipped):
		return "skip"
	case errors.As(err, &broken):
		return "fault"
	}
	return err.Error()
}

func TestGeneratorsAreHeldToTheirOrders(t *testing.T) {
	t.Parallel()
	honest := func(_ context.Context, o sudoku.Order, emit func(*sudoku.Puzzle) bool) (sudoku.Stats, error) {
		nearlyFull(o, emit)
		return sudoku.Stats{}, nil
	}
	for _, c := range []struct {
		name                                string
		make                                generate
		count, endless, single, again, stop string
	}{
		{"honest", honest, "ok", "ok", "ok", "ok", "ok"},
		{"one less", func(ctx context.Context, o sudoku.Order, emit func(*sudoku.Puzzle) bool) (sudoku.Stats, error) {
			o.Count = max(1, o.Count-1)
			return honest(ctx, o, emit)
		}, "fault", "fault", "fault", "fault", "ok"},
		{"one less, as it says", func(ctx context.Context, o sudoku.Order, emit func(*sudoku.Puzzle) bool) (sudoku.Stats, error) {
			o.Count = max(1, o.Count-1)
			nearlyFull(o, emit)
			return sudoku.Stats{}, sudoku.ErrGaveUp
		}, "ok", "ok", "ok", "skip", "ok"},
		{"none", func(context.Context, sudoku.Order, func(*sudoku.Puzzle) bool) (sudoku.Stats, error) {
			return sudoku.Stats{}, nil
		}, "fault", "fault", "fault", "fault", "skip"},
		{"none, as it says", func(context.Context, sudoku.Order, func(*sudoku.Puzzle) bool) (sudoku.Stats, error) {
			return sudoku.Stats{}, sudoku.ErrGaveUp
		}, "fault", "skip", "skip", "skip", "skip"},
		{"none of an endless order", func(ctx context.Context, o sudoku.Order, emit func(*sudoku.Puzzle) bool) (sudoku.Stats, error) {
			if o.Count == 0 {
				return sudoku.Stats{}, nil
			}
			return honest(ctx, o, emit)
		}, "ok", "fault", "ok", "ok", "ok"},
		{"never one", func(ctx context.Context, _ sudoku.Order, _ func(*sudoku.Puzzle) bool) (sudoku.Stats, error) {
			<-ctx.Done()
			return sudoku.Stats{}, ctx.Err()
		}, "fault", "skip", "skip", "skip", "skip"},
		{"the fourth with several solutions", func(_ context.Context, o sudoku.Order, emit func(*sudoku.Puzzle) bool) (sudoku.Stats, error) {
			made := 0
			nearlyFull(o, func(p *sudoku.Puzzle) bool {
				if made++; made%4 == 0 {
					p = sudoku.MustPuzzle(o.Geometry, nil)
				}
				return emit(p)
			})
			return sudoku.Stats{}, nil
		}, "ok", "fault", "ok", "ok", "ok"},
		{"any seed", func(ctx context.Context, o sudoku.Order, emit func(*sudoku.Puzzle) bool) (sudoku.Stats, error) {
			o.Seed = 7
			return honest(ctx, o, emit)
		}, "ok", "ok", "ok", "fault", "ok"},
		{"goes on", func(_ context.Context, o sudoku.Order, emit func(*sudoku.Puzzle) bool) (sudoku.Stats, error) {
			o.Count = 20
			nearlyFull(o, func(p *sudoku.Puzzle) bool { emit(p); return true })
			return sudoku.Stats{}, nil
		}, "fault", "fault", "fault", "fault", "fault"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			for check, want := range map[string]string{"count": c.count, "endless": c.endless, "one-solution": c.single,
				"same-again": c.again, "stop": c.stop} {
				setup := unhurried
				if c.name == "never one" {
					setup.Timeout = 5 * time.Millisecond
				}
				if got := outcome(t, makes(c.make), "generate/"+check, setup); got != want {
					t.Errorf("generate/%s: %s, want %s", check, got, want)
				}
			}
		})
	}
}

// A generator that is slow, or ends an order with one puzzle, is not reported to have passed without a puzzle that was seen.
func TestPuzzlesThatWereSeenAreCounted(t *testing.T) {
	s, err := plugintest.Direct(makes(func(_ context.Context, o sudoku.Order, emit func(*sudoku.Puzzle) bool) (sudoku.Stats, error) {
		nearlyFull(o, emit)
		return sudoku.Stats{}, nil
	}))
	if err != nil {
		t.Fatal(err)
	}
	if err := find(t, "generate/count").Run(t.Context(), s, plugintest.Setup{}); err != nil || s.Made != 3 {
		t.Errorf("%d puzzles, %v", s.Made, err)
	}
	s.Generate = func(ctx context.Context, _ sudoku.Order, _ func(*sudoku.Puzzle) bool) (sudoku.Stats, error) {
		return sudoku.Stats{}, context.DeadlineExceeded
	}
	var broken *plugintest.Fault
	if err := find(t, "generate/count").Run(t.Context(), s, plugintest.Setup{}); !errors.As(err, &broken) ||
		!strings.Contains(broken.Came, "made no puzzle") {
		t.Error(err)
	}
}
