package store

import (
	"fmt"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// pack puts two cells into each byte, the first in the upper half, so that hex() of SQL writes them as 1-9,
// A-F and 0 for an empty cell. An odd last cell has a zero behind it: 81 cells take 41 bytes.
func pack(grid sudoku.Grid) []byte {
	packed := make([]byte, (len(grid)+1)/2)
	for i, v := range grid {
		packed[i/2] |= v << (4 * (1 - i%2))
	}
	return packed
}

func unpack(packed []byte, cells int) (sudoku.Grid, error) {
	if len(packed) != (cells+1)/2 {
		return nil, fmt.Errorf("%d bytes for %d cells", len(packed), cells)
	}
	grid := make(sudoku.Grid, cells)
	for i := range grid {
		grid[i] = packed[i/2] >> (4 * (1 - i%2)) & 15
	}
	return grid, nil
}

// unpack refuses digits that the geometry does not have, as a damaged file can hold: nothing that works with a
// puzzle expects them.
func (g geometry) unpack(packed []byte, least uint8) (sudoku.Grid, error) {
	grid, err := unpack(packed, g.Cells())
	if err != nil {
		return nil, err
	}
	for i, v := range grid {
		if v < least || int(v) > g.N() {
			return nil, fmt.Errorf("cell %d holds %d: %w", i, v, ErrCorrupt)
		}
	}
	return grid, nil
}

// cellsOf returns what is stored of a puzzle's cells: a packed blob, or text for large or foreign alphabets
// and soft clues.
func (g geometry) cellsOf(p *sudoku.Puzzle) any {
	if g.packed && p.Soft == nil {
		return pack(p.Givens)
	}
	return p.CellText()
}

// gridOf returns what is stored of a full grid.
func (g geometry) gridOf(grid sudoku.Grid) any {
	if g.packed {
		return pack(grid)
	}
	return g.FormatGrid(grid)
}

// puzzle is the inverse of cellsOf.
func (g geometry) puzzle(cells any) (*sudoku.Puzzle, error) {
	switch c := cells.(type) {
	case []byte:
		givens, err := g.unpack(c, 0)
		return &sudoku.Puzzle{Geometry: g.Geometry, Givens: givens}, err
	case string:
		head, regions, hasMap := strings.Cut(g.String(), ":")
		text := head + ":" + c
		if hasMap {
			text += ":" + regions
		}
		return sudoku.ParsePuzzle(text)
	}
	return nil, fmt.Errorf("cells are stored as %T", cells)
}

// grid is the inverse of gridOf; nil stays nil.
func (g geometry) grid(stored any) (sudoku.Grid, error) {
	switch c := stored.(type) {
	case nil:
		return nil, nil
	case []byte:
		return g.unpack(c, 1)
	case string:
		return sudoku.ParseGrid(g.Geometry, c)
	}
	return nil, fmt.Errorf("a grid is stored as %T", stored)
}
