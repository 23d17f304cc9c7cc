// Package canon finds canonical forms: of all grids that the symmetries of a geometry and a relabelling turn
// into each other, the one that is smallest when read cell by cell. It also lists the automorphisms of a
// puzzle, the symmetries that keep its givens.
//
// Two searches do the same for different geometries. The boxlexer (boxlex.go) takes boxes of any size and Latin
// squares; the maplexer (housemaps.go) tries a list of all cell maps that keep the houses. Puzzles with constraints
// beyond houses have the few symmetries of their pictures (housemaps.go). Two puzzles that differ by a shuffle of rows
// are not recognised as equal.
package canon

import (
	"slices"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/symmetry"
)

// Canonical is the canonical form of a grid: of all its images under the symmetries of its geometry and under
// relabelling, the one that is smallest when read cell by cell, an empty cell being smaller than any digit.
// Two grids are equivalent exactly if their canonical forms are equal, provided that the Canonizer is Whole.
type Canonical struct {
	Grid          sudoku.Grid
	Map           symmetry.Transform // Map.Grid(original) is Grid
	Automorphisms int64              // cell maps that, with some relabelling, take the original to itself; at least 1
}

// A Canonizer finds the canonical forms of grids, or givens, of one geometry. It keeps memory between calls
// and is not safe for concurrent use.
type Canonizer struct {
	geometry *sudoku.Geometry
	lexer    lexer
	form     symmetry.Transform // of the last grid
	whole    bool
}

// lexer finds the smallest image of a grid.
type lexer interface {
	// run finds the smallest image and returns the number of automorphisms. It may do nothing and return 0 for a
	// grid that holds a digit twice in a row or column.
	run(grid sudoku.Grid) int64
	// transform writes a map to the image found; digits that the grid does not hold have no label yet (0).
	transform(to *symmetry.Transform)
}

// New makes a Canonizer. For geometries that have boxes and no houses beyond, and for Latin squares,
// the group is: relabelling, the orders of bands and stacks, of rows in a band, of columns in a stack, and
// the transposition where boxes are square; Latin squares beyond 9×9 can have too many equal images. For
// other geometries all cell maps that keep the houses are listed, if there are not too many; else only
// rotations and reflections among them are used, and Whole reports false.
func New(g *sudoku.Geometry) *Canonizer {
	c := &Canonizer{geometry: g, whole: true, form: symmetry.Identity(g)}
	switch {
	case onlyBoxes(g):
		rows, cols := g.BoxSize()
		c.lexer = newBoxlexer(g.N(), rows, cols, rows == cols)
	case isLatin(g) && g.N() <= 9:
		c.lexer = newBoxlexer(g.N(), 1, g.N(), true)
	default:
		var maps [][]int
		maps, c.whole = houseMaps(g)
		c.lexer = &maplexer{maps: maps}
	}
	return c
}

// onlyBoxes reports whether the houses are rows, columns and rectangular boxes.
func onlyBoxes(g *sudoku.Geometry) bool {
	rows, _ := g.BoxSize()
	return g.Layers() == 1 && rows > 0 && len(g.Houses()) == 3*g.N()
}

// isLatin reports whether the houses are rows and columns.
func isLatin(g *sudoku.Geometry) bool {
	return g.Layers() == 1 && g.Cells() == g.N()*g.N() && len(g.Houses()) == 2*g.N() &&
		g.Houses()[0].Kind == sudoku.Row && g.Houses()[g.N()].Kind == sudoku.Column
}

// Whole reports whether the Canonizer knows all symmetries of its geometry.
func (c *Canonizer) Whole() bool { return c.whole }

// Form returns the canonical form of a grid alone. Of a grid that holds a digit twice in a row or column it
// can be the grid itself, relabelled: that is no puzzle, and equivalent ones keep different forms.
func (c *Canonizer) Form(grid sudoku.Grid) sudoku.Grid {
	if c.lexer.run(grid) == 0 {
		return c.relabelled(grid).Grid
	}
	c.lexer.transform(&c.form)
	return c.form.Grid(grid)
}

// Canonical returns the canonical form of a grid, as Form does, a map to it and the number of automorphisms,
// which for such a grid can be 1.
func (c *Canonizer) Canonical(grid sudoku.Grid) Canonical {
	k := Canonical{Automorphisms: c.lexer.run(grid), Map: symmetry.Identity(c.geometry)}
	if k.Automorphisms == 0 {
		return c.relabelled(grid)
	}
	c.lexer.transform(&k.Map)
	labelRest(k.Map.Digits)
	k.Grid = k.Map.Grid(grid)
	return k
}

// labelRest gives the digits without a label those not used, in increasing order.
func labelRest(labels []uint8) {
	next := uint8(1)
	for d := 1; d < len(labels); d++ {
		if labels[d] != 0 {
			continue
		}
		for slices.Contains(labels, next) {
			next++
		}
		labels[d] = next
	}
}

// relabelled keeps the cells and numbers the digits as they come.
func (c *Canonizer) relabelled(grid sudoku.Grid) Canonical {
	k := Canonical{Automorphisms: 1, Map: symmetry.Identity(c.geometry)}
	image, labels := relabelled(grid, k.Map.Cells)
	copy(k.Map.Digits, labels)
	labelRest(k.Map.Digits)
	k.Grid = image
	return k
}

// Keys makes keys that isomorphic puzzles share. It has a Canonizer for each geometry that it has met, by shape.
type Keys map[string]*Canonizer

// Key returns what is equal for isomorphic puzzles: geometry and canonical form. Puzzles with constraints are so by the
// symmetries of their pictures; those with soft clues are like themselves alone.
func (k Keys) Key(p *sudoku.Puzzle) []byte {
	text := p.Geometry().Shape()
	switch {
	case p.Soft() != nil:
		return []byte("soft " + p.String())
	case !p.Plain():
		return append([]byte(text+" "), newPicture(p).key()...)
	}
	if k[text] == nil {
		k[text] = New(p.Geometry())
	}
	return append([]byte(text+" "), k[text].Form(p.Givens())...)
}

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
			// the digits reversed
			if !slices.ContainsFunc(maps, func(cells []int) bool { return slices.Equal(cells, t.Cells) }) {
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

// carry writes the image of a solution under an automorphism. The givens say how its digits are relabelled. Digits
// without a given get the other labels, in the order in which they first appear.
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
