package logic

import (
	"context"
	"math"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// rating is what Sudoku Explainer's command line prints of a puzzle, and how far the ladder came.
type rating struct {
	er, ep, ed float64 // hardest step; hardest up to the first placement; first step
	hardest    string  // the technique of the hardest step
	solved     bool
}

// rate climbs the ladder to its end, keeps the maxima, and in e.path which techniques were used. The error is
// ctx's, where it ended the climb; the rating is then that of the steps up to there.
func (e *engine) rate(ctx context.Context, p *sudoku.Puzzle) (rating, error) {
	e.lay(ctx, p)
	e.read(p)
	return e.climb(p)
}

// climb is rate from where begin leaves the board.
func (e *engine) climb(p *sudoku.Puzzle) (rating, error) {
	r := e.open(p)
	for e.next() {
		r.add(&e.hint)
		e.path.add(e.hint.technique)
		e.hint.apply(e.board)
	}
	r.solved = e.left == 0 && !e.broken
	r.er, r.ep, r.ed = tenths(r.er), tenths(r.ep), tenths(r.ed)
	return r, e.ctx.Err()
}

func (r *rating) add(h *hint) {
	if h.rating > r.er {
		r.er, r.hardest = h.rating, h.technique
	}
	if r.ed == 0 {
		r.ed = r.er
	}
	if r.ep == 0 && h.cell >= 0 {
		r.ep = r.er
	}
}

// tenths rounds to one decimal, as ratings are printed.
func tenths(x float64) float64 { return math.Round(x*10) / 10 }
