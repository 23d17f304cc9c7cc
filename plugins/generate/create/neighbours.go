package create

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/symmetry"
)

// swapTries is how many changes are tried for each neighbour that is ordered, before giving up.
const swapTries = 4

// emitNeighbours makes the neighbours of an order; next makes number k, nil if that came to nothing. If too few fit the
// order, the error is sudoku.ErrGaveUp.
func emitNeighbours(ctx context.Context, o *sudoku.Order, next func(k int, rng *rand.Rand) (*sudoku.Puzzle, error),
	emit func(*sudoku.Puzzle) bool) error {
	for k, made := 0, 0; o.Count == 0 || made < o.Count; k++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		if o.Count > 0 && k >= swapTries*o.Count {
			return sudoku.ErrGaveUp
		}
		p, err := next(k, rand.New(rand.NewPCG(o.Seed, uint64(k))))
		if err != nil {
			return err
		}
		if p == nil || p.Clues() < o.CluesMin || p.Clues() > o.CluesMax {
			continue
		}
		if made++; !emit(p) {
			return nil
		}
	}
	return nil
}

// swapped returns what makes neighbours of order.Near, which must have one solution, by swaps of clues: one to three
// clues more, then as many as can go less. Unless a minimal puzzle is ordered, every other neighbour has one to eight
// clues more than Near: easy puzzles are rare among minimal ones.
func swapped(o *sudoku.Order) (next func(k int, rng *rand.Rand) (*sudoku.Puzzle, error), err error) {
	orbits, err := symmetry.Orbits(o.Geometry, o.Symmetry)
	if err != nil {
		return nil, err
	}
	c := carver{g: o.Geometry, engine: newEngine(o.Geometry, 0), orbits: orbits}
	solution := make(sudoku.Grid, o.Geometry.Cells())
	if found := c.engine.count(o.Near.Givens(), 2, solution); found != 1 {
		return nil, fmt.Errorf("making neighbours of %q: it has %d solutions, counting to 2", o.Near, found)
	}
	return func(k int, rng *rand.Rand) (*sudoku.Puzzle, error) {
		near, floor := o.Near.Givens(), o.CluesMin
		switch {
		case o.Minimal:
			floor = 0
		case k%2 == 1:
			floor = max(floor, near.Filled()+1<<(k/2%4))
		}
		c.rng = rng
		givens := c.swap(near, solution, floor)
		if o.Minimal && o.Symmetry != "" && !c.isMinimal(givens.Clone(), solution) { // without a symmetry swaps are minimal
			return nil, nil
		}
		return sudoku.MustPuzzle(o.Geometry, givens), nil
	}, nil
}
