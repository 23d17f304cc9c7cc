package create

import (
	"math/rand/v2"

	"github.com/sudokuctl/sudokuctl/core/search"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// wang decides which puzzles the generator of H. Wang accepts (Solve and Create SUDOKU Puzzles for Different Levels,
// 2007), with which Gunther & Moon 2012 and Kranawetter & Geiger 2013 made theirs. Each cell of a solution grid is
// emptied with probability n, independently of the others. The puzzle is accepted if
//
//	naked and hidden singles fill it, or
//	they leave more than fifteen cells and fill them after one guess: some digit in some empty cell.
//
// Where several digits of a cell lead to a full grid, each does, so an accepted puzzle may have several solutions.
// What singles leave of a puzzle with few clues too many is often a handful of cells whose digits can be exchanged;
// the bound of fifteen rejects most of these.
type wang struct {
	search     *search.Engine
	fewestOpen int // up to so many cells that singles do not fill, a puzzle is rejected
}

func newWang(g *sudoku.Geometry) *wang {
	w := &wang{search.New(g), fewestOpen}
	w.search.SinglesOnly = true
	return w
}

// fewestOpen is Wang's bound.
const fewestOpen = 15

// empty returns the givens that are left when each cell is emptied with probability n.
func (w wang) empty(solution sudoku.Grid, n float64, rng *rand.Rand) sudoku.Grid {
	givens := solution.Clone()
	for cell := range givens {
		if rng.Float64() < n {
			givens[cell] = 0
		}
	}
	return givens
}

// accepts reports whether singles, or singles after one guess, fill the grid.
func (w wang) accepts(givens sudoku.Grid) bool {
	if !w.search.Load(sudoku.MustPuzzle(w.search.Geometry(), givens)) || !w.search.Propagate() {
		return false
	}
	open := w.search.Open()
	return open == 0 || open > w.fewestOpen && w.oneGuess(givens)
}

// oneGuess reports whether some digit in some open cell leads to a full grid by singles.
func (w wang) oneGuess(givens sudoku.Grid) bool {
	before := w.search.Mark()
	for cell := range givens {
		digits := w.search.Candidates(cell)
		if digits.Len() == 1 {
			continue
		}
		for d := range digits.All {
			full := w.search.Assign(cell, d) && w.search.Open() == 0
			w.search.Undo(before)
			if full {
				return true
			}
		}
	}
	return false
}
