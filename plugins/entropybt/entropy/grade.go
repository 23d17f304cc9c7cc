package entropy

import (
	"context"

	"github.com/sudokuctl/sudokuctl/core/search"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// informationEntropy returns the numerator and denominator of the information entropy of a puzzle: the number of
// candidates of all empty cells, and N times the number of cells (Zhai & Zhang 2013, Def. 1 and 2; k/729 on 9×9). It is
// measured on the givens alone: a candidate is a digit that no given peer holds and that, if the puzzle has constraints
// beyond houses, the engine's propagators of these leave, the sums that follow from them among them, without what the
// houses draw from that. If ctx ends meanwhile, that is its error.
func informationEntropy(ctx context.Context, p *sudoku.Puzzle) (k, of int, err error) {
	if p.Clauses() != nil {
		return entropyBeyond(ctx, p)
	}
	g := p.Geometry()
	held := make([]sudoku.Digits, len(g.Houses()))
	for cell, digit := range p.Givens() {
		if digit == 0 {
			continue
		}
		for _, h := range g.HousesOf(cell) {
			held[h] = held[h].With(int(digit))
		}
	}
	for cell, digit := range p.Givens() {
		if digit != 0 {
			continue
		}
		candidates := p.Allowed(cell)
		for _, h := range g.HousesOf(cell) {
			candidates &^= held[h]
		}
		k += candidates.Len()
	}
	return k, g.N() * g.Cells(), nil
}

// entropyBeyond is informationEntropy for a puzzle with constraints beyond houses. One whose constraints clash has
// none.
func entropyBeyond(ctx context.Context, p *sudoku.Puzzle) (k, of int, err error) {
	e, w := search.New(p.Geometry()), newWatch(ctx)
	e.Late = w.over
	alive := e.Load(p) && e.Heed()
	for cell, digit := range p.Givens() {
		if digit == 0 && alive {
			k += e.Candidates(cell).Len()
		}
	}
	return k, len(p.Givens()) * p.Geometry().N(), w.err
}

// grader measures information entropy and the number of empty cells.
type grader struct{}

func (grader) Grade(ctx context.Context, p *sudoku.Puzzle) ([]sudoku.Grade, error) {
	k, of, err := informationEntropy(ctx, p)
	if err != nil {
		return nil, err
	}
	return []sudoku.Grade{
		{Metric: "information_entropy", Value: float64(k) / float64(of)},
		{Metric: "empty_cells", Value: float64(len(p.Givens()) - p.Clues())},
	}, nil
}
