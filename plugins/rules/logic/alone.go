package logic

import (
	"context"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// seGrader rates on Sudoku Explainer's scale and measures nothing else, for those who look for puzzles of
// some rating among many. It stops at the first step that is rated as high as stop, or when all techniques
// below stop are used up: then se is at least stop, which is what it says.
type seGrader struct {
	*rater
	stop float64 // 0 = go to the end
}

func newSEGrader(upTo, stop float64) *seGrader {
	g := &seGrader{&rater{engine: &engine{}}, stop}
	for _, t := range explainerLadder(upTo) {
		if stop == 0 || t.rating < stop {
			g.ladder = append(g.ladder, t)
		}
	}
	return g
}

// Grade returns se or se_bound for puzzles with exactly one solution that are not solved already.
func (g *seGrader) Grade(ctx context.Context, p *sudoku.Puzzle) ([]sudoku.Grade, error) {
	var r rating
	g.lay(ctx, p)
	g.read(p)
	if g.stop == 0 || g.stop > 1.5 {
		r = g.open(p)
	} else {
		g.fill()
	}
	for (g.stop == 0 || tenths(r.er) < g.stop) && g.next() {
		r.add(g.hint.technique, g.hint.rating, g.hint.cell >= 0)
		g.hint.apply(g.board)
	}
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case g.left == 0 && !g.broken && r.er > 0:
		return []sudoku.Grade{{Metric: "se", Value: tenths(r.er), Label: r.hardest}}, nil
	case g.left > 0 && !g.broken && g.stop > 0 && g.isUnique():
		return []sudoku.Grade{{Metric: "se_bound", Value: g.stop}}, nil
	}
	return nil, sudoku.ErrUnsupported
}
