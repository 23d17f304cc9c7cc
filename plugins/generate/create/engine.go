package create

import (
	"math/rand/v2"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/plugins/internal/nine"
)

// answer is yes, no, or undecided when a search was given up.
type answer int8

const (
	no answer = iota
	yes
	undecided
)

// engine answers the questions of which making puzzles consists.
type engine interface {
	// other says whether the givens have a solution other than the one known. If changed is a cell, only
	// solutions with another digit there count.
	other(givens, solution []uint8, changed int) answer
	// count returns the number of solutions, limit at most, and writes one of them to last.
	count(givens []uint8, limit int, last []uint8) int
	// grid draws a solution grid; nil if it did not find one.
	grid(rng *rand.Rand) sudoku.Grid
}

// newEngine makes the engine of a geometry; bound says how uniform grids are, see classic.grid.
func newEngine(g *sudoku.Geometry, bound float64) engine {
	if g.IsClassic() {
		return &classic{search: nine.New(), bound: bound}
	}
	return newGeneral(g)
}
