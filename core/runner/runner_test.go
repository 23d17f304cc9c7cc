package runner_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/spec"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// script is an algorithm that emits what its settings name.
type script struct {
	what string
	seed uint64
}

func (s *script) Seed(seed uint64) { s.seed = seed }

func (s *script) Solve(ctx context.Context, p *sudoku.Puzzle, emit func(sudoku.Grid) bool) (sudoku.Stats, error) {
	one, two := sudoku.Grid{1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1}, sudoku.Grid{2, 1, 3, 4, 3, 4, 1, 2, 1, 2, 4, 3, 4, 3, 2, 1}
	switch s.what {
	case "one":
		emit(one)
	case "two":
		_ = emit(one) && emit(two)
	case "twice":
		if emit(one) {
			emit(one)
		}
	case "wrong":
		emit(make(sudoku.Grid, 16))
	case "late":
		for ctx.Err() == nil {
		}
	}
	return sudoku.Stats{Guesses: int64(s.seed % 100)}, nil
}

func (s *script) Grade(context.Context, *sudoku.Puzzle) ([]sudoku.Grade, error) {
	return []sudoku.Grade{{Metric: "seed", Value: float64(s.seed % 100)}}, nil
}

func here(t *testing.T, what string) *runner.Local {
	t.Helper()
	r, err := runner.Here(spec.Spec{
		Info: sudoku.Info{ID: "script", Version: "1.0.0", Complete: true, Shapes: []string{"4"},
			Settings: []sudoku.Setting{{Name: "what", Default: "one"}}},
		Solver: func(s sudoku.Settings) (sudoku.Solver, error) { return &script{what: s["what"].(string)}, nil },
		Grader: func(sudoku.Settings) (sudoku.Grader, error) { return &script{}, nil },
	}, map[string]any{"what": what})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// What an algorithm emits is verified, and its verdict derived, as if it were in a process of its own.
func TestVerdictsAreDerivedHere(t *testing.T) {
	plain := sudoku.MustPuzzle(sudoku.MustGeometry("4"), nil)
	for _, test := range []struct {
		what    string
		p       *sudoku.Puzzle
		ask     runner.Ask
		verdict sudoku.Verdict
		says    string
	}{
		{"one", plain, runner.Ask{}, sudoku.Unique, ""},
		{"one", plain, runner.Ask{Limit: 1}, sudoku.Solved, ""},
		{"two", plain, runner.Ask{Limit: 2}, sudoku.Multiple, ""},
		{"none", plain, runner.Ask{}, sudoku.Impossible, ""},
		{"twice", plain, runner.Ask{}, sudoku.Wrong, "the same solution twice: number 2"},
		{"wrong", plain, runner.Ask{}, sudoku.Wrong, "r1c1"},
		{"late", plain, runner.Ask{Timeout: time.Nanosecond}, sudoku.Timeout, "deadline exceeded"},
		{"one", sudoku.MustPuzzle(sudoku.MustGeometry("4+x"), nil), runner.Ask{}, sudoku.Unsupported, "unsupported"},
	} {
		r, err := runner.SolveOne(t.Context(), here(t, test.what), test.p, test.ask)
		if err != nil || r.Verdict != test.verdict || (r.Err == nil) != (test.says == "") || r.Err != nil && !strings.Contains(r.Err.Error(), test.says) {
			t.Errorf("%s: %v, %v, %v, want %v, %q", test.what, r.Verdict, r.Err, err, test.verdict, test.says)
		}
		if r.Verdict == sudoku.Wrong && (r.Count > 0 || r.Solutions != nil) {
			t.Errorf("%s: %d solutions count", test.what, r.Count)
		}
	}
}

// The seed of a puzzle comes from that of the call and from the puzzle, whoever asks and in whatever order.
func TestSeedsHere(t *testing.T) {
	puzzle := sudoku.MustPuzzle(sudoku.MustGeometry("4"), nil)
	want := spec.SeedOf(7, puzzle) % 100
	r, err := runner.SolveOne(t.Context(), here(t, "one"), puzzle, runner.Ask{Seed: 7})
	if err != nil || r.Stats.Guesses != int64(want) {
		t.Errorf("seed %d, want %d, %v", r.Stats.Guesses, want, err)
	}
	err = here(t, "").Grade(t.Context(), runner.Numbered([]*sudoku.Puzzle{puzzle}), runner.Options{Ask: runner.Ask{Seed: 7}},
		func(_ uint64, r sudoku.Result) error {
			if r.Verdict != sudoku.Unknown || len(r.Grades) != 1 || r.Grades[0].Value != float64(want) {
				t.Errorf("%+v", r)
			}
			return nil
		})
	if err != nil {
		t.Error(err)
	}
}

func TestWhatEndsAnInput(t *testing.T) {
	r, bad := here(t, "one"), errors.New("unreadable")
	puzzle := sudoku.MustPuzzle(sudoku.MustGeometry("4"), nil)
	input := func(yield func(runner.Item, error) bool) {
		_ = yield(runner.Item{Number: 3, Puzzle: puzzle}, nil) && yield(runner.Item{}, bad)
	}
	got := 0
	take := func(n uint64, _ sudoku.Result) error { got += int(n); return nil }
	if err := r.Solve(t.Context(), input, runner.Options{}, take); !errors.Is(err, bad) || got != 3 {
		t.Errorf("an error of the input: %v after %d", err, got)
	}
	if err := r.Solve(t.Context(), input, runner.Options{}, func(uint64, sudoku.Result) error { return bad }); !errors.Is(err, bad) {
		t.Errorf("an error of the receiver: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := r.Solve(ctx, input, runner.Options{}, take); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if err := r.Explain(t.Context(), puzzle, nil); !errors.Is(err, sudoku.ErrUnsupported) {
		t.Errorf("a power that it lacks: %v", err)
	}
	if _, err := runner.Here(spec.Spec{}, map[string]any{"x": 1}); err == nil {
		t.Error("an unknown setting was taken")
	}
}
