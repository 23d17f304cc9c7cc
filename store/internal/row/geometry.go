// Package row says how puzzles, grids and numbers are written in rows: cells two a byte, grades as whole numbers of a
// fraction, and the key by which a puzzle is found again.
package row

import (
	"strings"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Geometry is what a row of the table geometry describes.
type Geometry struct {
	*sudoku.Geometry
	ID             int64
	Prefix, Suffix string  // what stands before and after the cells of a puzzle with houses alone
	packed         bool    // cells and grids are blobs of two cells a byte
	symmetries     [][]int // see symmetryMaps
}

// NewGeometry returns a geometry with its number in the library and with all that reading its puzzles takes.
func NewGeometry(id int64, g *sudoku.Geometry) *Geometry {
	head, _, _ := strings.Cut(g.String(), ":")
	blank := sudoku.MustPuzzle(g, nil)
	prefix, suffix, _ := strings.Cut(blank.String(), blank.CellText())
	return &Geometry{Geometry: g, ID: id, Prefix: prefix, Suffix: suffix, packed: g.N() <= 15 && !strings.Contains(head, "@"),
		symmetries: symmetryMaps(g)}
}

// The symmetries of the pattern of givens are a set of bits, in the order of sudoku.SymmetryNames.

// symmetryMaps returns where each symmetry takes the cells, nothing for a geometry that is not square.
func symmetryMaps(g *sudoku.Geometry) [][]int {
	var maps [][]int
	for _, name := range sudoku.SymmetryNames {
		cells, err := g.SymmetryMap(name)
		if err != nil {
			return nil
		}
		maps = append(maps, cells)
	}
	return maps
}

// Symmetry returns the symmetries that the pattern of the givens has, a bit each, as the column symmetry keeps them.
func (g *Geometry) Symmetry(p *sudoku.Puzzle) (bits int64) {
	for i, image := range g.symmetries {
		if symmetric(p.Givens(), image) {
			bits |= 1 << i
		}
	}
	return bits
}

// symmetric reports whether the pattern of givens is its own image.
func symmetric(givens sudoku.Grid, image []int) bool {
	for c, v := range givens {
		if (v == 0) != (givens[image[c]] == 0) {
			return false
		}
	}
	return true
}
