package row

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// ErrCorrupt says that a file holds what nobody has stored.
var ErrCorrupt = errors.New("damaged")

// pack puts two cells into each byte, the first in the upper half, so that hex() of SQL writes them as 1-9,
// A-F and 0 for an empty cell. An odd last cell has a zero behind it: 81 cells take 41 bytes.
func pack(grid sudoku.Grid) []byte {
	packed := make([]byte, (len(grid)+1)/2)
	for i := range len(grid) / 2 {
		packed[i] = grid[2*i]<<4 | grid[2*i+1]
	}
	if last := len(grid) - 1; last%2 == 0 {
		packed[last/2] = grid[last] << 4
	}
	return packed
}

// unpack returns the digits of packed cells.
func unpack(packed []byte, cells int) (sudoku.Grid, error) {
	if len(packed) != (cells+1)/2 {
		return nil, fmt.Errorf("%d bytes for %d cells", len(packed), cells)
	}
	grid := make(sudoku.Grid, cells)
	for i, two := range packed[:cells/2] {
		grid[2*i], grid[2*i+1] = two>>4, two&15
	}
	if last := cells - 1; last%2 == 0 {
		grid[last] = packed[last/2] >> 4
	}
	return grid, nil
}

// unpack refuses digits that the geometry does not have, as a damaged file can hold: nothing that works with a
// puzzle expects them.
func (g *Geometry) unpack(packed []byte, least uint8) (sudoku.Grid, error) {
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

// CellsOf returns what is stored of a puzzle's cells: a packed blob, or text for large or foreign alphabets and soft clues.
// Constraints beyond houses stand behind the cells, as text.
func (g *Geometry) CellsOf(p *sudoku.Puzzle) any {
	switch {
	case g.packed && p.Plain():
		return pack(p.Givens())
	case p.Constraints() == nil:
		return p.CellText()
	}
	_, constraints, _ := strings.Cut(p.String(), "~") // which no alphabet has beside constraints
	return p.CellText() + "~" + constraints
}

// GridOf returns a full grid in the form of the column grid: half a byte a cell where digits fit, else text.
func (g *Geometry) GridOf(grid sudoku.Grid) any {
	if g.packed {
		return pack(grid)
	}
	return g.FormatGrid(grid)
}

// Puzzle makes the puzzle of a row again: the inverse of CellsOf. Its error means that the row is damaged.
func (g *Geometry) Puzzle(cells any) (*sudoku.Puzzle, error) {
	switch c := cells.(type) {
	case []byte:
		givens, err := g.unpack(c, 0)
		if err != nil {
			return nil, err
		}
		return sudoku.NewPuzzle(g.Geometry, givens)
	case string:
		head, regions, hasMap := strings.Cut(g.String(), ":")
		constraints := ""
		if at := strings.IndexByte(c, '~'); at >= 0 && !strings.Contains(head, "~") {
			c, constraints = c[:at], c[at:]
		}
		text := head + ":" + c
		if hasMap {
			text += ":" + regions
		}
		return sudoku.ParsePuzzle(text + constraints)
	}
	return nil, fmt.Errorf("cells are stored as %T", cells)
}

// Grid is the inverse of GridOf; nil stays nil.
func (g *Geometry) Grid(stored any) (sudoku.Grid, error) {
	switch c := stored.(type) {
	case nil:
		return nil, nil
	case []byte:
		return g.unpack(c, 1)
	case string:
		return g.Geometry.ParseGrid(c)
	}
	return nil, fmt.Errorf("a grid is stored as %T", stored)
}

// Check compares the stored counts and symmetries of a puzzle with those computed again, and names the first that
// differs.
func (g *Geometry) Check(p *sudoku.Puzzle, clues, symmetry int64) error {
	switch {
	case int64(p.Clues()) != clues:
		return fmt.Errorf("%d clues, recorded as %d", p.Clues(), clues)
	case g.Symmetry(p) != symmetry:
		return fmt.Errorf("symmetries %d, recorded as %d", g.Symmetry(p), symmetry)
	}
	return nil
}

// CheckSolution reports why a stored grid, if there is one, is no solution of a puzzle.
func (g *Geometry) CheckSolution(p *sudoku.Puzzle, grid any) error {
	solution, err := g.Grid(grid)
	if err != nil || solution == nil {
		return err
	}
	return sudoku.Verify(p, solution)
}

// Same reports whether stored cells, or stored grids, are equal.
func Same(a, b any) bool {
	x, blob := a.([]byte)
	if !blob {
		return a == b
	}
	y, _ := b.([]byte)
	return bytes.Equal(x, y)
}
