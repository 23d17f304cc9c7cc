package paper

import (
	"context"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/board"
)

// paperExplainer explains with the elimination techniques of the paper, without guessing.
type paperExplainer struct{ *eliminator }

// NewExplainer returns an explainer with the elimination techniques up to a level, 1 … 4.
func NewExplainer(level int) sudoku.Explainer {
	t := paperExplainer{newEliminator(level)}
	t.eliminator.verbose = true
	return t
}

// Explain emits the steps of the elimination techniques in the paper's order.
func (t paperExplainer) Explain(ctx context.Context, p *sudoku.Puzzle, emit func(sudoku.Step) bool) error {
	if err := housesAlone(p); err != nil {
		return err
	}
	t.begin(ctx, p)
	t.told = func(h *board.Hint) bool { return emit(h.Step(t.Board)) }
	t.run(t.level)
	if t.stopped {
		return nil
	}
	return t.Ending()
}
