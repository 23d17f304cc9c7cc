package logic

import (
	"context"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/ladder"
)

// teller explains by climbing the ladder with sentences switched on.
type teller struct{ *ladder.Engine }

// Explain emits the steps that the ladder gives. ErrGaveUp says that it ended before the puzzle was solved.
func (t teller) Explain(ctx context.Context, p *sudoku.Puzzle, emit func(sudoku.Step) bool) error {
	t.Begin(ctx, p)
	for t.Next() {
		if !emit(t.Hint.Step(t.Board)) {
			return nil
		}
		t.Hint.Apply(t.Board)
	}
	return t.Ending()
}
