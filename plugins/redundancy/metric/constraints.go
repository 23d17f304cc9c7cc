package metric

import (
	"github.com/sudokuctl/sudokuctl/core/search"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
)

// weigh returns the totals of a puzzle whose constraints are clues as its givens are. What a clue covers are the places
// that propagation strikes if the clue stands alone in the grid: those of a given are the same as in its layer and
// about its cell. It returns false if a clue alone has no solution.
func (g *Grader) weigh(p *sudoku.Puzzle) (t totals, ok bool) {
	if g.engine == nil || g.engine.Geometry() != p.Geometry() {
		g.engine = search.New(p.Geometry())
	}
	covers := make([]int, p.Geometry().Cells()*p.Geometry().N()) // by place: how many clues cover it
	for cell, v := range p.Givens() {
		if v != 0 {
			alone := make(sudoku.Grid, len(p.Givens()))
			alone[cell] = v
			if !g.lay(sudoku.MustPuzzle(p.Geometry(), alone), covers) {
				return t, false
			}
		}
	}
	texts := p.ConstraintTexts()
	for i := range texts {
		var of []clause.Clause
		for _, c := range p.Clauses() {
			if c.Constraint == i {
				of = append(of, c)
			}
		}
		alone, err := sudoku.NewPuzzle(p.Geometry(), nil, sudoku.Received(texts, of))
		if err != nil || !g.lay(alone, covers) {
			return t, false
		}
	}
	for _, m := range covers {
		t.laid += m
		if m > 0 {
			t.covered++
		}
		if m > 1 {
			t.shared, t.twoClues = t.shared+m, t.twoClues+1
		}
	}
	return t, t.covered > 0
}

// lay counts the places that a puzzle of one clue covers.
func (g *Grader) lay(alone *sudoku.Puzzle, covers []int) bool {
	if !g.engine.Load(alone) || !g.engine.Propagate() {
		return false
	}
	n := alone.Geometry().N()
	for cell := range alone.Givens() {
		for d := range (sudoku.AllDigits(n) &^ g.engine.Candidates(cell)).All {
			covers[cell*n+d-1]++
		}
	}
	return true
}
