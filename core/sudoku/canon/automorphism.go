package canon

import (
	"slices"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/symmetry"
)

// Automorphisms lists the cell maps (image cell -> source cell) that keep the houses and, with some relabelling, take
// the givens to themselves: at least the identity. The second result is false if there are too many to list, or too
// many to search. Of a puzzle with constraints they are those of its picture, and the relabelling is one that keeps its
// clauses; one with soft clues has none here but the identity.
func Automorphisms(p *sudoku.Puzzle) (maps [][]int, ok bool) {
	switch {
	case p.Soft() != nil:
		return [][]int{symmetry.Identity(p.Geometry()).Cells}, true
	case !p.Plain():
		for _, t := range newPicture(p).symmetries() {
			if !slices.ContainsFunc(maps, func(cells []int) bool { return slices.Equal(cells, t.Cells) }) { // the digits reversed
				maps = append(maps, t.Cells)
			}
		}
		return maps, true
	}
	s := newMapSearch(p.Geometry(), p.Givens())
	if !s.extend(0) {
		return nil, false
	}
	return s.found, true
}

// EssentiallyDifferent returns how many of a puzzle's solutions are left if those count once that a symmetry
// of the puzzle turns into each other: one of its automorphisms, with any relabelling that keeps the givens.
// Digits that are not given may be exchanged. The work is the product of the numbers of maps and solutions.
func EssentiallyDifferent(p *sudoku.Puzzle, automorphisms [][]int, solutions []sudoku.Grid) int {
	if p.Soft() == nil && !p.Plain() {
		return newPicture(p).different(solutions)
	}
	orbits := make(map[string]bool, len(solutions))
	least, image := make(sudoku.Grid, p.Geometry().Cells()), make(sudoku.Grid, p.Geometry().Cells())
	for _, s := range solutions {
		for i, cells := range automorphisms {
			carry(p, s, cells, image)
			if i == 0 || slices.Compare(image, least) < 0 {
				least, image = image, least
			}
		}
		orbits[string(least)] = true
	}
	return len(orbits)
}

// carry writes the image of a solution under an automorphism. The givens say how its digits are relabelled;
// those that are not given get the labels that are left, in the order in which they first appear.
func carry(p *sudoku.Puzzle, solution sudoku.Grid, cells []int, image sudoku.Grid) {
	var label [sudoku.MaxSize + 1]uint8
	var used sudoku.Digits
	for i, c := range cells {
		if d := p.Givens()[i]; d != 0 {
			label[p.Givens()[c]] = d
			used = used.With(int(d))
		}
	}
	rest := sudoku.AllDigits(p.Geometry().N()) &^ used
	for i, c := range cells {
		d := solution[c]
		if label[d] == 0 {
			label[d] = uint8(rest.Min())
			rest = rest.Without(rest.Min())
		}
		image[i] = label[d]
	}
}
