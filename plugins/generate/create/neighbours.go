package create

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/symmetry"
)

// swapTries is how many swaps are tried for each neighbour that is ordered, before giving up.
const swapTries = 4

// emitNeighbours makes neighbours of order.Near, which must have one solution, by swaps of clues: one to three clues
// more, then as many as can go less. Unless a minimal puzzle is ordered, every other neighbour has one to eight clues
// more than Near: easy puzzles are rare among minimal ones. If too few fit the order, the error is sudoku.ErrGaveUp.
func emitNeighbours(ctx context.Context, o *sudoku.Order, emit func(*sudoku.Puzzle) bool) error {
	orbits, err := symmetry.Orbits(o.Geometry, o.Symmetry)
	if err != nil {
		return err
	}
	c := carver{g: o.Geometry, engine: newEngine(o.Geometry, 0), orbits: orbits}
	near, solution := o.Near.Givens(), make(sudoku.Grid, o.Geometry.Cells())
	if found := c.engine.count(near, 2, solution); found != 1 {
		return fmt.Errorf("making neighbours of %q: it has %d solutions, counting to 2", o.Near, found)
	}
	for k, made := 0, 0; o.Count == 0 || made < o.Count; k++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		if o.Count > 0 && k >= swapTries*o.Count {
			return sudoku.ErrGaveUp
		}
		floor := o.CluesMin
		switch {
		case o.Minimal:
			floor = 0
		case k%2 == 1:
			floor = max(floor, near.Filled()+1<<(k/2%4))
		}
		c.rng = rand.New(rand.NewPCG(o.Seed, uint64(k)))
		givens := c.swap(near, solution, floor)
		if o.Minimal && o.Symmetry != "" && !c.isMinimal(givens.Clone(), solution) { // without a symmetry swaps are minimal
			continue
		}
		if clues := givens.Filled(); clues < o.CluesMin || clues > o.CluesMax {
			continue
		}
		if made++; !emit(sudoku.MustPuzzle(o.Geometry, givens)) {
			return nil
		}
	}
	return nil
}
