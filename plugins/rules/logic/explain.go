package logic

import (
	"context"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// teller explains by climbing the ladder with sentences switched on.
type teller struct{ *engine }

// Explain emits the steps that the ladder gives. ErrGaveUp says that it ended before the puzzle was solved.
func (t teller) Explain(ctx context.Context, p *sudoku.Puzzle, emit func(sudoku.Step) bool) error {
	t.begin(ctx, p)
	for t.next() {
		if !emit(t.hint.step(t.board)) {
			return nil
		}
		t.hint.apply(t.board)
	}
	return t.ending()
}
