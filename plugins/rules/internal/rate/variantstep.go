package rate

import (
	"cmp"
	"context"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/beyond"
)

// stepGrader measures variant_step and nothing else, to search many puzzles with constraints for those of some rating. If all
// that is rated below a stop does not solve a puzzle, and contradictions of whatever length do, variant_step is at least the stop,
// which is what it says.
type stepGrader struct {
	full  *rater
	below *rater // nil, or without what begins at the stop or above
}

func newStepGrader(upTo, stop float64) *stepGrader {
	g := &stepGrader{full: newRater(upTo, nil)}
	if stop > 0 {
		g.below = newRater(upTo, nil)
		g.below.Engine.Below = stop
	}
	return g
}

// Grade returns variant_step or variant_bound for puzzles with constraints that the ladder solves.
func (g *stepGrader) Grade(ctx context.Context, p *sudoku.Puzzle) ([]sudoku.Grade, error) {
	if p.Clauses() == nil {
		return nil, sudoku.ErrUnsupported
	}
	var found rating
	if r := g.below; r != nil {
		found = r.steps(ctx, p)
		stop := r.Engine.Below
		if !found.solved && ctx.Err() == nil && stop <= r.upTo && r.upTo >= beyond.ContradictionRating && beyond.Solves(r.Position) {
			return []sudoku.Grade{{Metric: "variant_bound", Value: stop}}, nil
		}
	}
	if !found.solved {
		found = g.full.steps(ctx, p)
	}
	if !found.solved || found.er == 0 {
		return nil, cmp.Or(ctx.Err(), sudoku.ErrUnsupported)
	}
	return []sudoku.Grade{{Metric: "variant_step", Value: tenths(found.er), Label: found.hardest}}, nil
}

// steps climbs from the beginning, with a stop to the first step that is rated as high.
func (r *rater) steps(ctx context.Context, p *sudoku.Puzzle) (found rating) {
	r.Begin(ctx, p)
	for stop := r.Engine.Below; (stop == 0 || tenths(found.er) < stop) && r.Next(); {
		found.add(r.Hint.Technique, r.Hint.Rating, r.Hint.Cell >= 0)
		r.Hint.Apply(r.Board)
	}
	found.solved = r.Left == 0 && !r.Broken && (r.Engine.Below == 0 || tenths(found.er) < r.Engine.Below)
	return found
}
