package sample

import (
	"math"

	"github.com/sudokuctl/sudokuctl/core/search"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// largestBackdoor is where the search for a backdoor ends: what needs more counts as one more.
const largestBackdoor = 3

// backdoors finds the least number of cells whose digits have to be given so that naked and hidden singles fill the rest:
// the strong backdoor of Williams, Gomes & Selman (2003) for the solution, with singles as the subsolver.
type backdoors struct{ singles, complete *search.Engine }

func newBackdoors(g *sudoku.Geometry) backdoors {
	b := backdoors{search.New(g), search.New(g)}
	b.singles.SinglesOnly = true
	return b
}

// size returns the size of the smallest backdoor, largestBackdoor + 1 for more, and whether the puzzle has one solution.
func (b backdoors) size(p *sudoku.Puzzle) (int, bool) {
	var solution sudoku.Grid
	if n, known := b.complete.Count(p, 2, math.MaxInt, func(g sudoku.Grid) { solution = g.Clone() }); !known || n != 1 {
		return 0, false
	}
	if !b.singles.Load(p) || !b.singles.Propagate() {
		return 0, false
	}
	for size := range largestBackdoor + 1 {
		if b.opens(solution, 0, size) {
			return size, true
		}
	}
	return largestBackdoor + 1, true
}

// opens reports whether some cells, as many as are left and none before from, open the rest to singles.
func (b backdoors) opens(solution sudoku.Grid, from, left int) bool {
	if b.singles.Open() == 0 {
		return true
	}
	if left == 0 {
		return false
	}
	before := b.singles.Mark()
	for cell := from; cell < len(solution); cell++ {
		if b.singles.Candidates(cell).Len() == 1 {
			continue
		}
		b.singles.Assign(cell, int(solution[cell]))
		opened := b.opens(solution, cell+1, left-1)
		b.singles.Undo(before)
		if opened {
			return true
		}
	}
	return false
}
