package work_test

import (
	"fmt"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/work"
	"github.com/sudokuctl/sudokuctl/work/worktest"
)

// BenchmarkFirstFit has two workers solve easy puzzles by a solver that is named, and by the first that takes each: with all
// puzzles for the first one, and with one of a hundred that it does not take.
func BenchmarkFirstFit(b *testing.B) {
	plain, err := sudoku.ParsePuzzle("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
	if err != nil {
		b.Fatal(err)
	}
	thermo, err := sudoku.ParsePuzzle(plain.String() + "~thermo:r1c34")
	if err != nil {
		b.Fatal(err)
	}
	for _, test := range []struct {
		named string
		every int // one of so many puzzles has a constraint, 0 = none
	}{{"dlx", 0}, {"", 0}, {"", 100}} {
		b.Run(fmt.Sprintf("named=%v/every=%d", test.named != "", test.every), func(b *testing.B) {
			solver, err := worktest.Env("dlx", "entropybt").Pick(b.Context(), test.named, work.CompleteSolver)
			if err != nil {
				b.Fatal(err)
			}
			puzzles := func(yield func(runner.Item, error) bool) {
				for i := range b.N {
					p := plain
					if test.every > 0 && i%test.every == 0 {
						p = thermo
					}
					if !yield(runner.Item{Number: uint64(i), Puzzle: p}, nil) {
						return
					}
				}
			}
			b.ReportAllocs()
			err = solver.Solve(b.Context(), puzzles, runner.Options{Ask: runner.Ask{Limit: 2, Workers: 2}, Ordered: true},
				func(_ uint64, r sudoku.Result) error { return r.Err })
			if err != nil {
				b.Fatal(err)
			}
		})
	}
}
