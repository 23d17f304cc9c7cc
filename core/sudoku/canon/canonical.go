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
	whole    bool
}

// lexer finds the smallest image of a grid.
type lexer interface {
	// run finds the smallest image and returns the number of automorphisms. It may do nothing and return 0 for a
	// grid that holds a digit twice in a row or column.
	run(grid sudoku.Grid) int64
	// image writes the image found.
	image(to sudoku.Grid)
	// transform writes a map to the image found; digits that the grid does not hold have no label yet (0).
	transform(to *symmetry.Transform)
}

// New makes a Canonizer. For geometries that have boxes and no houses beyond, and for Latin squares,
// the group is: relabelling, the orders of bands and stacks, of rows in a band, of columns in a stack, and
// the transposition where boxes are square; Latin squares beyond 9×9 can have too many equal images. For
// other geometries all cell maps that keep the houses are listed, if there are not too many; else only
// rotations and reflections among them are used, and Whole reports false.
func New(g *sudoku.Geometry) *Canonizer {
	c := &Canonizer{geometry: g, whole: true}
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
	form := make(sudoku.Grid, len(grid))
	c.lexer.image(form)
	return form
}

// Canonical returns the canonical form of a grid, as Form does, a map to it and the number of automorphisms,
// which for such a grid can be 1.
func (c *Canonizer) Canonical(grid sudoku.Grid) Canonical {
	k := Canonical{Automorphisms: c.lexer.run(grid), Grid: make(sudoku.Grid, len(grid)), Map: symmetry.Identity(c.geometry)}
	if k.Automorphisms == 0 {
		return c.relabelled(grid)
	}
	clear(k.Map.Digits)
	c.lexer.image(k.Grid)
	c.lexer.transform(&k.Map)
	labelRest(k.Map.Digits)
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
