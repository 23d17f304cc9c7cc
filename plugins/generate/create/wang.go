package create

import (
	"math/rand/v2"

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
type wang struct{ *general }

// fewestOpen is the number of cells up to which a puzzle that singles do not fill is rejected.
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
	if !w.start(givens, 0) {
		return false
	}
	open := 0
	for _, may := range w.may {
		if may.Len() > 1 {
			open++
		}
	}
	if open == 0 {
		return true
	}
	return open > fewestOpen && w.oneGuess()
}

// oneGuess reports whether some digit in some open cell leads to a full grid by singles.
func (w wang) oneGuess() bool {
	mark := len(w.trail)
	for cell := range w.may {
		if w.may[cell].Len() == 1 {
			continue
		}
		for d := range w.may[cell].All {
			full := w.confine(cell, sudoku.DigitSet(d)) && w.propagate() && w.full()
			w.undo(mark)
			w.queue = w.queue[:0]
			if full {
				return true
			}
		}
	}
	return false
}

func (w wang) full() bool {
	for _, may := range w.may {
		if may.Len() != 1 {
			return false
		}
	}
	return true
}
