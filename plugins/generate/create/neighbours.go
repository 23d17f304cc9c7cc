package create

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/symmetry"
)

// neighbours walks among the puzzles of one solution grid by swaps of clues.
type neighbours struct {
	carver
	order    *sudoku.Order
	solution sudoku.Grid
}

// newNeighbours makes the walk for order.Near, which must have one solution.
func newNeighbours(o *sudoku.Order) (*neighbours, error) {
	orbits, err := symmetry.Orbits(o.Geometry, o.Symmetry)
	if err != nil {
		return nil, err
	}
	n := &neighbours{carver: carver{g: o.Geometry, engine: newEngine(o.Geometry, 0), orbits: orbits}, order: o,
		solution: make(sudoku.Grid, o.Geometry.Cells())}
	if found := n.engine.count(o.Near.Givens(), 2, n.solution); found != 1 {
		return nil, fmt.Errorf("making neighbours of %q: it has %d solutions, counting to 2", o.Near, found)
	}
	return n, nil
}

// swapTries is how many swaps are tried for each neighbour that is ordered, before giving up.
const swapTries = 4

// emit makes the neighbours of an order; if too few fit it, the error is sudoku.ErrGaveUp.
func (n *neighbours) emit(ctx context.Context, emit func(*sudoku.Puzzle) bool) error {
	checked := n.order.Minimal && n.order.Symmetry != "" // without a symmetry swaps are minimal
	for k, made := 0, 0; n.order.Count == 0 || made < n.order.Count; k++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		if n.order.Count > 0 && k >= swapTries*n.order.Count {
			return sudoku.ErrGaveUp
		}
		givens := n.next(k)
		if checked && !n.isMinimal(givens.Clone(), n.solution) {
			continue
		}
		if clues := givens.Filled(); clues < n.order.CluesMin || clues > n.order.CluesMax {
			continue
		}
		if made++; !emit(sudoku.MustPuzzle(n.order.Geometry, givens)) {
			return nil
		}
	}
	return nil
}

// next returns neighbour k: one to three clues more, then as many as can go less. Unless a minimal puzzle is
// ordered, every other neighbour has one to eight clues more than Near: easy puzzles are rare among minimal ones.
func (n *neighbours) next(k int) sudoku.Grid {
	near, floor := n.order.Near.Givens(), n.order.CluesMin
	switch {
	case n.order.Minimal:
		floor = 0
	case k%2 == 1:
		floor = max(floor, near.Filled()+1<<(k/2%4))
	}
	n.rng = rand.New(rand.NewPCG(n.order.Seed, uint64(k)))
	return n.swap(near, n.solution, floor)
}
