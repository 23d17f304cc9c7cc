package rate

import (
	"context"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// seGrader rates on Sudoku Explainer's scale and measures nothing else, to search many puzzles for those of
// some rating. With a stop, and when all techniques below it are used up, se is at least the stop, which is what it says.
type seGrader struct{ *rater }

// Grade returns se or se_bound for puzzles with exactly one solution that are not solved already.
func (g seGrader) Grade(ctx context.Context, p *sudoku.Puzzle) ([]sudoku.Grade, error) {
	if p.Clauses() != nil {
		return nil, sudoku.ErrUnsupported
	}
	g.Lay(ctx, p)
	r := g.climb(p)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case r.solved:
		return []sudoku.Grade{r.grade()}, nil
	case g.Left > 0 && !g.Broken && g.Engine.Below > 0 && g.IsUnique():
		return []sudoku.Grade{{Metric: "se_bound", Value: g.Engine.Below}}, nil
	}
	return nil, sudoku.ErrUnsupported
}
