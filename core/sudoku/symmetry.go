package sudoku

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/sudoku/constraint"
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
	return moved(g, turn).Cells, nil
}

// SymmetryOrbits returns the sets of cells that a symmetry joins: a pattern has the symmetry exactly if each
// set is given as a whole or not at all. The empty name joins no cells.
func SymmetryOrbits(g *Geometry, name string) ([][]int, error) {
	image := Identity(g).Cells
	if name != "" {
		var err error
		if image, err = SymmetryMap(g, name); err != nil {
			return nil, err
		}
	}
	var orbits [][]int
	seen := make([]bool, g.cells)
	for c := range seen {
		var orbit []int
		for ; !seen[c]; c = image[c] {
			seen[c] = true
			orbit = append(orbit, c)
		}
		if orbit != nil {
			slices.Sort(orbit)
			orbits = append(orbits, orbit)
		}
	}
	return orbits, nil
}

// PatternSymmetries returns the names of the symmetries that the pattern of a puzzle's givens has, and that of its constraints:
// their names and cells, whatever their values.
func PatternSymmetries(p *Puzzle) []string {
	var names []string
	for _, name := range SymmetryNames {
		image, err := SymmetryMap(p.geometry, name)
		if err != nil {
			return nil
		}
		same := func(c int) bool { return (p.givens[c] == 0) == (p.givens[image[c]] == 0) }
		if !slices.ContainsFunc(Identity(p.geometry).Cells, func(c int) bool { return !same(c) }) && p.sameShapes(image) {
			names = append(names, name)
		}
	}
	return names
}

// sameShapes reports whether the constraints have the same names and cells after cells have moved.
func (p *Puzzle) sameShapes(image []int) bool {
	there, here := shapes(nil, p.Constraints(), image), shapes(nil, p.Constraints(), Identity(p.geometry).Cells)
	slices.Sort(there)
	slices.Sort(here)
	return slices.Equal(there, here)
}

// shapes appends the names and cells of constraints, those within groups too, after cells have moved.
func shapes(to []string, constraints []constraint.Constraint, image []int) []string {
	for _, c := range constraints {
		to = shapes(to, c.Either, image)
		shape := []string{c.Name}
		for _, list := range c.Lists {
			moved := make([]int, len(list))
			for i, cell := range list {
				moved[i] = image[cell]
			}
			slices.Sort(moved)
			shape = append(shape, fmt.Sprint(moved))
		}
		slices.Sort(shape[1:])
		to = append(to, strings.Join(shape, " "))
	}
	return to
}
