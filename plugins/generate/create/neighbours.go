package create

import (
	"context"
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
// the same, single solution. With Floor 0 and no symmetry it is minimal as far as checks were decided, which on
// the classic 9×9 they always are.
func (n *Neighbours) Next(p *sudoku.Puzzle) *sudoku.Puzzle {
	return &sudoku.Puzzle{Geometry: p.Geometry, Givens: n.carver.swap(p.Givens, n.solution, n.Floor)}
}

// Climb searches for a puzzle whose score is at most 0, a distance to what is wanted: it goes to a
// neighbour whenever its score is not greater. It returns the best puzzle and its score after the steps, or
// when ctx is done or the score fails.
func Climb(ctx context.Context, n *Neighbours, p *sudoku.Puzzle, steps int,
	score func(*sudoku.Puzzle) (float64, error)) (*sudoku.Puzzle, float64, error) {
	least, err := score(p)
	for step := 0; step < steps && err == nil && least > 0 && ctx.Err() == nil; step++ {
		next := n.Next(p)
		var s float64
		if s, err = score(next); err == nil && s <= least {
			p, least = next, s
		}
	}
	return p, least, err
}
