package rate

import (
	"cmp"
	"context"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// seGrader rates on Sudoku Explainer's scale and measures nothing else, to search many puzzles for those of
// some rating. It stops at the first step that is rated as high as stop, or when all techniques
// below stop are used up: then se is at least stop, which is what it says.
type seGrader struct {
	*rater
	stop float64 // 0 = go to the end
}

func newSEGrader(upTo, stop float64, climbs *Climbs) *seGrader {
	r := newRater(upTo, climbs)
	r.Engine.Below = stop
	return &seGrader{r, stop}
}

// Grade returns se or se_bound for puzzles with exactly one solution that are not solved already.
func (g *seGrader) Grade(ctx context.Context, p *sudoku.Puzzle) ([]sudoku.Grade, error) {
	if p.Clauses() != nil {
		return nil, sudoku.ErrUnsupported
	}
	var r rating
	g.Lay(ctx, p)
	if g.stop == 0 || g.stop > 1.5 {
		r = g.open(p, g.stop)
	} else {
		g.Load(p)
	}
	if g.stop == 0 {
		if kept := g.kept(p); kept != nil {
			if kept.solved {
				return []sudoku.Grade{kept.grade()}, ctx.Err()
			}
			return nil, cmp.Or(ctx.Err(), sudoku.ErrUnsupported)
		}
	}
	for (g.stop == 0 || tenths(r.er) < g.stop) && g.Next() {
		r.add(g.Hint.Technique, g.Hint.Rating, g.Hint.Cell >= 0)
		g.Hint.Apply(g.Board)
	}
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case g.Left == 0 && !g.Broken && r.er > 0:
		return []sudoku.Grade{r.grade()}, nil
	case g.Left > 0 && !g.Broken && g.stop > 0 && g.IsUnique():
		return []sudoku.Grade{{Metric: "se_bound", Value: g.stop}}, nil
	}
	return nil, sudoku.ErrUnsupported
}
