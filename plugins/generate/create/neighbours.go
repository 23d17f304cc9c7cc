package create

import (
	"fmt"
	"math/rand/v2"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Neighbours walks among the puzzles of one solution grid by swaps of clues.
type Neighbours struct {
	Floor int // clues at which Next stops taking away; 0 makes minimal puzzles

	carver   carver
	solution sudoku.Grid
}

// NewNeighbours makes the walk for a puzzle with one solution. Patterns keep the named symmetry; "" for none.
func NewNeighbours(p *sudoku.Puzzle, symmetry string, rng *rand.Rand) (*Neighbours, error) {
	orbits, err := sudoku.SymmetryOrbits(p.Geometry, symmetry)
	if err != nil {
		return nil, err
	}
	n := &Neighbours{carver: carver{g: p.Geometry, engine: newEngine(p.Geometry, 0), rng: rng, orbits: orbits}}
	n.solution = make(sudoku.Grid, p.Geometry.Cells())
	if found := n.carver.engine.count(p.Givens, 2, n.solution); found != 1 {
		return nil, fmt.Errorf("walking from %q: it has %d solutions, counting to 2", p, found)
	}
	return n, nil
}

// Next returns a neighbour of p: one to three clues more, then as many as can go less, down to Floor. It has
// the same, single solution. With Floor 0 and no symmetry it is minimal as far as checks were decided, which
// on the classic 9×9 they always are.
func (n *Neighbours) Next(p *sudoku.Puzzle) *sudoku.Puzzle {
	return &sudoku.Puzzle{Geometry: p.Geometry, Givens: n.carver.swap(p.Givens, n.solution, n.Floor)}
}

// Minimal reports whether no given of p can be left out. p has the solution of the walk.
func (n *Neighbours) Minimal(p *sudoku.Puzzle) bool {
	return n.carver.isMinimal(p.Givens.Clone(), n.solution)
}
