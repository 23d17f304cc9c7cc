package work_test

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/work"
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

// What the first solver does not take goes to the next: each puzzle is answered once and in its place, errors of the input and of
// the receiver included.
func TestFirstFitKeepsTheOrder(t *testing.T) {
	enough := errors.New("enough")
	for _, test := range []struct {
		name    string
		last    error // of the input, behind its puzzles
		stop    int   // answers after which the receiver wants no more, 0 = none
		answers int
	}{{"all", nil, 0, 500}, {"bad input", io.ErrUnexpectedEOF, 0, 500}, {"enough", enough, 123, 123}} {
		solver, err := worktest.Env("dlx", "entropybt").Pick(t.Context(), "", work.CompleteSolver)
		if err != nil {
			t.Fatal(err)
		}
		puzzles := func(yield func(runner.Item, error) bool) {
			for i := range 500 {
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
		if !errors.Is(err, test.last) || got != test.answers {
			t.Errorf("%s: %d answers, %v", test.name, got, err)
		}
	}
}
