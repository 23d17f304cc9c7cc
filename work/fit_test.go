package work_test

import (
	"fmt"
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
		solver, err := env.CompleteSolver(t.Context(), "")
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
		err = solver.Solve(t.Context(), runner.Numbered(puzzles), runner.Options{Ask: sudoku.Ask{Limit: 2}, Ordered: true},
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
