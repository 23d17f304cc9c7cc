package bridge

import (
	"context"
	"errors"
	"fmt"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Easy is the puzzle that a program is tried on, if it takes the classic 9×9.
const Easy = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

// Probe tries a program on one puzzle that it says it can take and returns the mode that suits it. The error
// tells what came instead of an answer.
func Probe(ctx context.Context, program *Program) (mode string, err error) {
	p := *program
	if err := p.Check(); err != nil {
		return "", err
	}
	info := p.info()
	g := sudoku.Classic()
	if !info.Takes(g) {
		if g, err = sudoku.ParseGeometry(info.Shapes[0]); err != nil {
			return "", err
		}
	}
	givens := make(sudoku.Grid, g.Cells())
	givens[0] = 1
	puzzle := sudoku.MustPuzzle(g, givens)
	if g.Shape() == sudoku.Classic().Shape() {
		puzzle, err = sudoku.ParsePuzzle(Easy)
		if err != nil {
			return "", err
		}
	}
	b := newBridge(&p)
	defer b.waiting.close()
	s := &solver{bridge: b, limit: 1}
	found := false
	var bad error
	a, err := s.ask(ctx, puzzle)
	if err == nil {
		err = a.tell(true, func(grid sudoku.Grid) bool {
			found, bad = true, sudoku.Verify(puzzle, grid)
			return false
		})
	}
	if err == nil && !found && info.Complete && puzzle.Clues() > 1 {
		bad = errors.New("it says that there is no solution, and there is one; unless it is said to be complete, it only gives up")
	}
	if c := b.start.last.Load(); c != nil && errors.Is(err, context.DeadlineExceeded) {
		err = c.explain("no answer came in time")
	}
	if err = errors.Join(err, bad); err != nil {
		return "", fmt.Errorf("asking %s: %w", question(puzzle, p.Empty[0]), err)
	}
	return b.mode(), nil
}
