package sudoku

import (
	"fmt"
	"strings"
)

// SymmetryNames are the symmetries that the pattern of givens can have: turned by 90° or by 180°, mirrored
// left to right (mirror_h), top to bottom (mirror_v), at the main diagonal and at the other one. In a cube
// they act on every layer.
var SymmetryNames = []string{"rot90", "rot180", "mirror_h", "mirror_v", "diagonal", "antidiagonal"}

// SymmetryMap returns for each cell where a symmetry takes it.
func SymmetryMap(g *Geometry, name string) ([]int, error) {
	last, cols := g.rows-1, g.cols
	turn := map[string]func(r, c int) (int, int){
		"rot90":        func(r, c int) (int, int) { return c, last - r },
		"rot180":       func(r, c int) (int, int) { return last - r, cols - 1 - c },
		"mirror_h":     func(r, c int) (int, int) { return r, cols - 1 - c },
		"mirror_v":     func(r, c int) (int, int) { return last - r, c },
		"diagonal":     func(r, c int) (int, int) { return c, r },
		"antidiagonal": func(r, c int) (int, int) { return last - c, last - r },
	}[name]
	if turn == nil {
		return nil, fmt.Errorf("symmetry %q: none of %s", name, strings.Join(SymmetryNames, ", "))
	}
	if g.rows != g.cols || g.rows*g.cols*g.layers != g.cells {
		return nil, fmt.Errorf("symmetry %q: the geometry %s is not square", name, g)
	}
	from := make([]int, g.cells)
	for i := range from {
		area := g.rows * g.cols
		r, c := turn(i%area/g.cols, i%g.cols)
		from[i] = i/area*area + r*g.cols + c
	}
	return from, nil
}
