package row

import "github.com/sudokuctl/sudokuctl/core/sudoku"

// The symmetries of the pattern of givens are a set of bits, in the order of sudoku.SymmetryNames.

// symmetryMaps returns where each symmetry takes the cells, nothing for a geometry that is not square.
func symmetryMaps(g *sudoku.Geometry) [][]int {
	var maps [][]int
	for _, name := range sudoku.SymmetryNames {
		cells, err := sudoku.SymmetryMap(g, name)
		if err != nil {
			return nil
		}
		maps = append(maps, cells)
	}
	return maps
}

// Symmetry returns the symmetries that the givens have.
func (g Geometry) Symmetry(p *sudoku.Puzzle) (bits int64) {
	for i, image := range g.symmetries {
		if symmetric(p.Givens(), image) {
			bits |= 1 << i
		}
	}
	return bits
}

func symmetric(givens sudoku.Grid, image []int) bool {
	for c, v := range givens {
		if (v == 0) != (givens[image[c]] == 0) {
			return false
		}
	}
	return true
}
