package create

import (
	"bytes"
	"math/rand/v2"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/plugins/internal/nine"
)

// classic is the engine of the classic 9×9. Its grids are in uniform.go.
type classic struct {
	search *nine.Engine
	found  [81]uint8
	bound  float64 // of grid
}

// other implements engine.
func (c *classic) other(givens, solution []uint8, changed int) answer {
	c.search.Load((*[81]uint8)(givens))
	if changed >= 0 {
		c.search.Strike(changed, solution[changed])
	}
	for c.next() {
		if !bytes.Equal(c.found[:], solution) {
			return yes
		}
	}
	return no
}

// count implements engine.
func (c *classic) count(givens []uint8, limit int, last []uint8) int {
	c.search.Load((*[81]uint8)(givens))
	found := 0
	for found < limit && c.next() {
		found++
		copy(last, c.found[:])
	}
	return found
}

// next finds the next solution and reports whether there is one.
func (c *classic) next() bool {
	for {
		const guesses = 1 << 30
		switch c.search.Next(&c.found, guesses) {
		case nine.Found:
			return true
		case nine.Exhausted:
			return false
		}
	}
}

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
