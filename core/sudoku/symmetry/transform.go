// Package symmetry maps puzzles to equivalent ones. A [Transform] moves cells and exchanges digits; it keeps a geometry
// if every house goes onto a house. Images of a puzzle have the images of its solutions, soft clues and constraints
// beyond houses included.
package symmetry

import (
	"math/rand/v2"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Transform maps puzzles of a geometry to equivalent ones: cell i of the image takes what was in cell
// Cells[i], and digit d becomes Digits[d]. Digits[0] is 0.
type Transform struct {
	Cells  []int
	Digits []uint8
}

// Identity returns the transformation that leaves every cell and digit, to begin a product with.
func Identity(g *sudoku.Geometry) Transform {
	t := Transform{Cells: make([]int, g.Cells()), Digits: make([]uint8, g.N()+1)}
	for i := range t.Cells {
		t.Cells[i] = i
	}
	for d := range t.Digits {
		t.Digits[d] = uint8(d)
	}
	return t
}

// Transpose returns the exchange of rows and columns, a symmetry of boards whose boxes are square.
func Transpose(g *sudoku.Geometry) Transform {
	return moved(g, func(r, c int) (int, int) { return c, r })
}

// PermuteRows returns the transformation whose row i is row order[i].
func PermuteRows(g *sudoku.Geometry, order []int) Transform {
	return moved(g, func(r, c int) (int, int) { return order[r], c })
}

// PermuteColumns returns the transformation whose column i is column order[i].
func PermuteColumns(g *sudoku.Geometry, order []int) Transform {
	return moved(g, func(r, c int) (int, int) { return r, order[c] })
}

// moved returns the transformation whose cell at (r, c) comes from the place that from names, in every layer.
func moved(g *sudoku.Geometry, from func(r, c int) (int, int)) Transform {
	t := Identity(g)
	for i := range t.Cells {
		area := g.Rows() * g.Cols()
		r, c := from(i%area/g.Cols(), i%g.Cols())
		t.Cells[i] = i/area*area + r*g.Cols() + c
	}
	return t
}

// Then returns the transformation that does t first and u after it.
func (t Transform) Then(u Transform) Transform {
	both := Transform{Cells: make([]int, len(t.Cells)), Digits: make([]uint8, len(t.Digits))}
	for i, c := range u.Cells {
		both.Cells[i] = t.Cells[c]
	}
	for d, e := range t.Digits {
		both.Digits[d] = u.Digits[e]
	}
	return both
}

// Inverse returns the transformation that takes t back, to bring a solution of an image home.
func (t Transform) Inverse() Transform {
	inv := Transform{Cells: make([]int, len(t.Cells)), Digits: make([]uint8, len(t.Digits))}
	for i, c := range t.Cells {
		inv.Cells[c] = i
	}
	for d, e := range t.Digits {
		inv.Digits[e] = uint8(d)
	}
	return inv
}

// Grid returns the image of a grid: its cells moved and its digits renamed. Empty cells stay empty.
func (t Transform) Grid(g sudoku.Grid) sudoku.Grid {
	image := make(sudoku.Grid, len(g))
	for i, c := range t.Cells {
		image[i] = t.Digits[g[c]]
	}
	return image
}

// Keeps reports whether t maps every house of g onto a house, so that images of puzzles are equivalent puzzles.
func (t Transform) Keeps(g *sudoku.Geometry) bool {
	houses := make(map[string]bool, len(g.Houses()))
	for _, h := range g.Houses() {
		houses[cellKey(h.Cells)] = true
	}
	for _, h := range g.Houses() {
		image := make([]int, len(h.Cells))
		for i, c := range h.Cells {
			image[i] = t.Cells[c]
		}
		slices.Sort(image)
		if !houses[cellKey(image)] {
			return false
		}
	}
	return true
}

// cellKey returns a text that equal lists of cells share, for maps.
func cellKey(cells []int) string {
	key := make([]rune, len(cells))
	for i, c := range cells {
		key[i] = rune(c)
	}
	return string(key)
}

// RandomTransform draws a transformation that keeps g: any relabelling, and for boxes without further houses
// any order of bands, stacks, rows and columns and, where boxes are square, a transposition; uniformly. For
// other geometries it draws one of the rotations and reflections that keep the houses.
func RandomTransform(g *sudoku.Geometry, rng *rand.Rand) Transform {
	t := Identity(g)
	for d, to := range rng.Perm(g.N()) {
		t.Digits[d+1] = uint8(to + 1)
	}
	boxRows, boxCols := g.BoxSize()
	if boxRows == 0 || g.Layers() > 1 || len(g.Houses()) != 3*g.N() {
		return t.Then(randomReflection(g, rng))
	}
	t = t.Then(PermuteRows(g, nestedOrder(g.N(), boxRows, rng))).Then(PermuteColumns(g, nestedOrder(g.N(), boxCols, rng)))
	if boxRows == boxCols && rng.IntN(2) == 1 {
		t = t.Then(Transpose(g))
	}
	return t
}

// nestedOrder draws an order of n lines that keeps groups of size lines together.
func nestedOrder(n, size int, rng *rand.Rand) []int {
	var order []int
	for _, group := range rng.Perm(n / size) {
		for _, line := range rng.Perm(size) {
			order = append(order, group*size+line)
		}
	}
	return order
}

// randomReflection draws among the eight rotations and reflections of a layer those that keep the houses.
func randomReflection(g *sudoku.Geometry, rng *rand.Rand) Transform {
	for _, k := range rng.Perm(8) {
		if t := Reflection(g, k); t.Keeps(g) {
			return t
		}
	}
	return Identity(g)
}

// Reflection returns the k-th of the eight symmetries of the square: bit 0 transposes, bit 1 turns the rows
// round, bit 2 the columns.
func Reflection(g *sudoku.Geometry, k int) Transform {
	lastRow, lastCol := g.Rows()-1, g.Cols()-1
	return moved(g, func(r, c int) (int, int) {
		if k&2 != 0 {
			r = lastRow - r
		}
		if k&4 != 0 {
			c = lastCol - c
		}
		if k&1 != 0 {
			return c, r
		}
		return r, c
	})
}
