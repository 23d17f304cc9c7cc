package host

import (
	"context"
	"iter"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Item is a puzzle of an input with the number that the caller gave it.
type Item struct {
	Number uint64
	Puzzle *sudoku.Puzzle
}

// Numbered returns an input of puzzles whose numbers are their indexes.
func Numbered(puzzles []*sudoku.Puzzle) iter.Seq2[Item, error] {
	return func(yield func(Item, error) bool) {
		for i, p := range puzzles {
			if !yield(Item{uint64(i), p}, nil) {
				return
			}
		}
	}
}

// SolveOne has the plugin solve one puzzle, as Solve does.
func (p *Plugin) SolveOne(ctx context.Context, puzzle *sudoku.Puzzle, o SolveOptions) (r sudoku.Result, err error) {
	err = p.Solve(ctx, Numbered([]*sudoku.Puzzle{puzzle}), o, func(_ uint64, result sudoku.Result) error {
		r = result
		return nil
	})
	return r, err
}
