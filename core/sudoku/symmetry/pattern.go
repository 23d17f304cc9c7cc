package symmetry

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/constraint"
)

// Orbits returns the sets of cells that a symmetry joins: a pattern has the symmetry exactly if each
// set is given as a whole or not at all. The empty name joins no cells.
func Orbits(g *sudoku.Geometry, name string) ([][]int, error) {
	image := Identity(g).Cells
	if name != "" {
		var err error
		if image, err = sudoku.SymmetryMap(g, name); err != nil {
			return nil, err
		}
	}
	var orbits [][]int
	seen := make([]bool, g.Cells())
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

// OfPattern returns the names of the symmetries that the pattern of a puzzle's givens has, and that of its constraints:
// their names and cells, whatever their values.
func OfPattern(p *sudoku.Puzzle) []string {
	givens := p.Givens()
	var names []string
	for _, name := range sudoku.SymmetryNames {
		image, err := sudoku.SymmetryMap(p.Geometry(), name)
		if err != nil {
			return nil
		}
		same := func(c int) bool { return (givens[c] == 0) == (givens[image[c]] == 0) }
		if !slices.ContainsFunc(Identity(p.Geometry()).Cells, func(c int) bool { return !same(c) }) && sameShapes(p, image) {
			names = append(names, name)
		}
	}
	return names
}

// sameShapes reports whether the constraints of p have the same names and cells after cells have moved.
func sameShapes(p *sudoku.Puzzle, image []int) bool {
	there, here := shapes(nil, p.Constraints(), image), shapes(nil, p.Constraints(), Identity(p.Geometry()).Cells)
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
