package create

import (
	"fmt"
	"math/rand/v2"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/symmetry"
)

// base is an engine whose grids are images of one: digits relabelled, bands, stacks and the lines inside them
// exchanged, the whole reflected. None of these changes how many puzzles of a grid have one solution, or what solves
// them, so the puzzles are a sample of those of that grid.
type base struct {
	engine
	geometry *sudoku.Geometry
	given    sudoku.Grid
}

// grid implements engine.
func (b base) grid(rng *rand.Rand) sudoku.Grid {
	return symmetry.RandomTransform(b.geometry, rng).Grid(b.given)
}

// readBase reads the setting grid, nil if it is empty, and refuses orders for which the grid would change.
func readBase(text string, o *sudoku.Order) (sudoku.Grid, error) {
	if text == "" {
		return nil, nil
	}
	grid, err := sudoku.ParseGrid(o.Geometry, text)
	switch {
	case err != nil:
		return nil, fmt.Errorf("reading setting grid %q: %w", text, err)
	case grid.Filled() < len(grid) || sudoku.CheckGivens(sudoku.MustPuzzle(o.Geometry, grid)) != nil:
		return nil, fmt.Errorf("reading setting grid %q: no solution grid of geometry %q", text, o.Geometry)
	case o.Pattern != nil || o.Near != nil:
		return nil, fmt.Errorf("reading the order: a pattern and neighbours leave the grid of setting grid %q", text)
	}
	return grid, nil
}
