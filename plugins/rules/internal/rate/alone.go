package rate

import (
	"cmp"
	"context"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/beyond"
)

// stepGrader measures variant_step and nothing else, to search many puzzles with constraints for those of some rating.
// If all that is rated below a stop does not solve a puzzle, and contradictions of whatever length do, variant_step is
// at least the stop, which is what it says.
type stepGrader struct {
	full, below *rater // below leaves out what begins at the stop or above; the same if there is no stop
	mayBound    bool   // the full ladder has what is rated as the stop, and contradictions
}

func newStepGrader(upTo, stop float64) *stepGrader {
	g := &stepGrader{full: newRater(upTo, 0), mayBound: 0 < stop && stop <= upTo && upTo >= beyond.ContradictionRating}
	if g.below = g.full; stop > 0 {
		g.below = newRater(upTo, stop)
	}
	return g
}

// Grade returns variant_step or variant_bound for puzzles with constraints that the ladder solves.
func (g *stepGrader) Grade(ctx context.Context, p *sudoku.Puzzle) ([]sudoku.Grade, error) {
	if p.Clauses() == nil {
		return nil, sudoku.ErrUnsupported
	}
	g.below.Lay(ctx, p)
	found := g.below.climb(p)
	if !found.solved && g.below != g.full {
		if g.mayBound && ctx.Err() == nil && beyond.Solves(g.below.Position) {
			return []sudoku.Grade{{Metric: "variant_bound", Value: g.below.Engine.Below}}, nil
		}
		g.full.Lay(ctx, p)
		found = g.full.climb(p)
	}
	if !found.solved {
		return nil, cmp.Or(ctx.Err(), sudoku.ErrUnsupported)
	}
	return []sudoku.Grade{{Metric: "variant_step", Value: found.er, Label: found.hardest}}, nil
}

// seGrader rates on Sudoku Explainer's scale and measures nothing else, to search many puzzles for those of some
// rating. With a stop, and when all techniques below it are used up, se is at least the stop, which is what it says.
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
