package work_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/work"
	"github.com/sudokuctl/sudokuctl/work/job"
	"github.com/sudokuctl/sudokuctl/work/worktest"
)

// If no solver is named, each puzzle goes to the first that takes it, and answers keep their order.
func TestFirstFit(t *testing.T) {
	killer := "4:~cage=3:r1c12~cage=7:r2c12~cage=4:r13c1~odd:r3c4~cage=4:r14c4"
	texts := []string{"1234341221434321", killer, "1.34341221434321", "{12}234341221434321", killer, ".234341221434321"}
	for _, test := range []struct{ plugins, want string }{
		{"dlx entropybt", "dlx entropybt dlx dlx entropybt dlx"},
		{"ga dlx rules entropybt convex", "dlx entropybt dlx dlx entropybt dlx"},
		{"entropybt dlx", "entropybt entropybt entropybt entropybt entropybt entropybt"},
		{"dlx ga", "dlx dlx! dlx dlx dlx! dlx"},
	} {
		env := worktest.Env(strings.Fields(test.plugins)...)
		solver, err := env.Pick(t.Context(), "", work.CompleteSolver)
		if err != nil {
			t.Fatal(err)
		}
		var puzzles []*sudoku.Puzzle
		for _, text := range texts {
			p, err := sudoku.ParsePuzzle(text)
			if err != nil {
				t.Fatal(err)
			}
			puzzles = append(puzzles, p)
		}
		var by []string
		err = solver.Solve(t.Context(), runner.Numbered(puzzles), runner.Options{Ask: runner.Ask{Limit: 2}, Ordered: true},
			func(number uint64, r sudoku.Result) error {
				if int(number) != len(by) || r.Puzzle != puzzles[number] {
					return fmt.Errorf("answer %d to %v as number %d", number, r.Puzzle, len(by))
				}
				mark := ""
				if r.Verdict == sudoku.Unsupported {
					mark = "!"
				}
				by = append(by, work.InfoFor(t.Context(), solver, r.Puzzle).ID+mark)
				return nil
			})
		if got := strings.Join(by, " "); err != nil || got != test.want {
			t.Errorf("%s: %s, %v", test.plugins, got, err)
		}
	}
}

// counted is a plugin whose calls are counted, and that is never idle.
type counted struct {
	job.Plugin
	calls *int
}

func (c counted) Solve(ctx context.Context, puzzles iter.Seq2[runner.Item, error], o runner.Options,
	emit func(uint64, sudoku.Result) error) error {
	*c.calls++
	o.Idle = nil
	return c.Plugin.Solve(ctx, puzzles, o, emit)
}

// What the first solver does not take goes to the next in batches: thousands of puzzles in a few calls, each answered once and in
// its place, errors of the input and of the receiver included.
func TestFirstFitPassesOnBatches(t *testing.T) {
	enough := errors.New("enough")
	for _, test := range []struct {
		name          string
		last          error // of the input, behind its puzzles
		stop          int   // answers after which the receiver wants no more, 0 = none
		answers, most int   // calls of the other solver
	}{{"all", nil, 0, 5000, 10}, {"bad input", io.ErrUnexpectedEOF, 0, 5000, 10}, {"enough", enough, 1234, 1234, 10}} {
		env, calls := worktest.Env("dlx", "entropybt"), 0
		open := env.Open
		env.Open = func(ctx context.Context, id string, settings map[string]any) (job.Plugin, error) {
			p, err := open(ctx, id, settings)
			if id == "entropybt" {
				return counted{p, &calls}, err
			}
			return counted{p, new(int)}, err
		}
		solver, err := env.Pick(t.Context(), "", work.CompleteSolver)
		if err != nil {
			t.Fatal(err)
		}
		puzzles := func(yield func(runner.Item, error) bool) {
			for i := range 5000 {
				text := "1.34341221434321"
				if i%3 == 1 {
					text = fmt.Sprintf("..343412..434321~cage=%d:r1c1r2c4", 3+i%2)
				}
				p, _ := sudoku.ParsePuzzle(text)
				if !yield(runner.Item{Number: uint64(i), Puzzle: p}, nil) {
					return
				}
			}
			if test.last != nil {
				yield(runner.Item{}, test.last)
			}
		}
		got := 0
		err = solver.Solve(t.Context(), puzzles, runner.Options{Ask: runner.Ask{Limit: 2}, Ordered: true}, func(number uint64, r sudoku.Result) error {
			want := sudoku.Unique
			if got%3 == 1 && got%2 == 1 {
				want = sudoku.Impossible
			}
			if int(number) != got || r.Verdict != want {
				t.Errorf("%s: answer %d is number %d, %s instead of %s", test.name, got, number, r.Verdict, want)
			}
			if got++; got == test.stop {
				return enough
			}
			return nil
		})
		if !errors.Is(err, test.last) || got != test.answers || calls == 0 || calls > test.most {
			t.Errorf("%s: %d answers in %d calls, %v", test.name, got, calls, err)
		}
	}
}
