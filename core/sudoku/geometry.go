package sudoku

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/sudoku/alphabet"
)

// Geometry is the frame of a puzzle: how many digits, how many cells, and which sets of cells must differ. It
// is immutable and safe for concurrent use. ParseGeometry makes one from its text.
type Geometry struct {
	text, shape        string
	n, cells           int
	rows, cols, layers int
	boxRows, boxCols   int // 0 if boxes are not rectangles
	alphabet           *alphabet.Alphabet
	houses             []House
	housesOf, peers    [][]int
	classic            bool // houses are those of the classic 9×9
}

// N returns how many digits there are, 2 to 49. A full house holds each of 1 to N once.
func (g *Geometry) N() int { return g.n }

// Cells returns how many cells there are: N·N, or N·N·N of a cube. Cells are numbered from 0, row by row and layer by
// layer.
func (g *Geometry) Cells() int { return g.cells }

// Rows returns how many rows a layer has.
func (g *Geometry) Rows() int { return g.rows }

// Cols returns how many columns a layer has, so that cell c is in column c % Cols().
func (g *Geometry) Cols() int { return g.cols }

// Layers returns how many layers there are: 1 of a flat puzzle, N of a cube.
func (g *Geometry) Layers() int { return g.layers }

// BoxSize returns the rows and columns of a box; 0, 0 if the geometry has no rectangular boxes.
func (g *Geometry) BoxSize() (rows, cols int) { return g.boxRows, g.boxCols }

// Houses returns all houses: rows, columns, boxes, then the others. The slice must not be changed.
func (g *Geometry) Houses() []House { return g.houses }

// HousesOf returns the indexes of the houses that hold a cell, increasing. The slice must not be changed.
func (g *Geometry) HousesOf(cell int) []int { return g.housesOf[cell] }

// Peers returns the cells that share a house with cell, increasing, without cell. The slice must not be changed.
func (g *Geometry) Peers(cell int) []int { return g.peers[cell] }

// Alphabet returns the symbols that people write for the digits 1 to N. Algorithms need digits alone.
func (g *Geometry) Alphabet() *alphabet.Alphabet { return g.alphabet }

// String returns the canonical text: head[:map]. ParseGeometry reads it back.
func (g *Geometry) String() string { return g.text }

// Shape returns the canonical text without the alphabet: equal for geometries whose houses are equal. The
// classic 9×9 is "9".
func (g *Geometry) Shape() string { return g.shape }

// IsClassic reports whether the houses are the rows, columns and boxes of 3×3 of a 9×9, in any alphabet. Fast paths
// for these check it.
func (g *Geometry) IsClassic() bool { return g.classic }

// CellAt returns the cell at a row and a column, counted from 0, of the first layer.
func (g *Geometry) CellAt(row, col int) int { return row*g.cols + col }

// CellName returns the name of a cell: r1c1 for the first, z1r1c1 in a cube.
func (g *Geometry) CellName(cell int) string {
	area := g.rows * g.cols
	z, r, c := cell/area, cell%area/g.cols, cell%g.cols
	name := "r" + strconv.Itoa(r+1) + "c" + strconv.Itoa(c+1)
	if g.layers > 1 {
		return "z" + strconv.Itoa(z+1) + name
	}
	return name
}

// Regions returns for each cell the number of its box or region from 0, -1 if it is in none. For a cube it
// speaks of the boxes within layers.
func (g *Geometry) Regions() []int {
	regions := make([]int, g.cells)
	for i := range regions {
		regions[i] = -1
	}
	next := 0
	for _, h := range g.houses {
		if h.Kind == Box || h.Kind == Block && regions[h.Cells[0]] < 0 && g.inOneLayer(h) {
			for _, c := range h.Cells {
				regions[c] = next
			}
			next++
		}
	}
	return regions
}

// inOneLayer reports whether all cells of a house of a cube lie in one layer.
func (g *Geometry) inOneLayer(h House) bool {
	area := g.rows * g.cols
	return h.Cells[0]/area == h.Cells[len(h.Cells)-1]/area
}

// FromHouses makes a geometry that no text describes, as a plugin may receive one: n digits, a number of
// cells and the houses. It is laid out in rows of n.
func FromHouses(text string, n, cells int, houses []House) (*Geometry, error) {
	if n < 1 || n > MaxSize || cells < 1 {
		return nil, fmt.Errorf("geometry %q: %d digits in %d cells", text, n, cells)
	}
	for _, h := range houses {
		if len(h.Cells) > n || !slices.IsSorted(h.Cells) {
			return nil, fmt.Errorf("geometry %q: house %s has %d cells for %d digits, or unsorted cells",
				text, h.Name(), len(h.Cells), n)
		}
		if len(h.Cells) == 0 || h.Cells[0] < 0 || h.Cells[len(h.Cells)-1] >= cells {
			return nil, fmt.Errorf("geometry %q: house %s has no cells or cells out of range", text, h.Name())
		}
	}
	a, err := alphabet.New("", n)
	if err != nil {
		return nil, err
	}
	g := &Geometry{text: text, shape: text, n: n, cells: cells, cols: n, rows: (cells + n - 1) / n, layers: 1, alphabet: a}
	g.connect(houses)
	return g, nil
}

// connect stores the houses and derives which houses hold a cell and which cells are peers.
func (g *Geometry) connect(houses []House) {
	g.houses, g.classic = houses, isClassic(g.cells, houses)
	g.housesOf, g.peers = make([][]int, g.cells), make([][]int, g.cells)
	for c := range g.housesOf {
		g.housesOf[c] = make([]int, 0, 4) // most have three
	}
	for i, h := range houses {
		for _, c := range h.Cells {
			g.housesOf[c] = append(g.housesOf[c], i)
		}
	}
	seen := make([]int, g.cells) // the last cell as whose peer a cell was seen, counted from 1
	var peers []int
	for c := range g.peers {
		seen[c] = c + 1
		peers = peers[:0]
		for _, h := range g.housesOf[c] {
			for _, p := range houses[h].Cells {
				if seen[p] != c+1 {
					seen[p] = c + 1
					peers = append(peers, p)
				}
			}
		}
		slices.Sort(peers)
		g.peers[c] = slices.Clone(peers)
	}
}

// HouseKind says what sort of house a house is; it serves names and pictures, never the rules.
type HouseKind uint8

// The kinds of houses.
const (
	Row HouseKind = iota
	Column
	Box      // R×C boxes and jigsaw regions alike
	Diagonal // +x
	Window   // +w
	Group    // +g: the cells at the same place of their boxes
	Knight   // +n: two cells a knight's move apart
	King     // +k: two cells that touch at a corner
	Line     // a line of a cube, along layers, rows or columns
	Block    // a box of a slice of a cube
	Other    // a house that arrived without a kind
)

const houseLetters = "rcbdwgnklqh"

// House is a set of cells that must all differ.
type House struct {
	Kind  HouseKind
	Index int   // number among the houses of its kind, from 1
	Cells []int // increasing
}

// Name returns the house's short name: r1, c9, b5, d1, w4, …
func (h House) Name() string {
	letter := byte('h')
	if int(h.Kind) < len(houseLetters) {
		letter = houseLetters[h.Kind]
	}
	return string(letter) + strconv.Itoa(h.Index)
}

// IsLine reports whether the house is a row or a column, which techniques such as fish and claiming need.
func (h House) IsLine() bool { return h.Kind == Row || h.Kind == Column }

// SymmetryNames are the symmetries that the pattern of givens can have: turned by 90° or by 180°, mirrored
// left to right (mirror_h), top to bottom (mirror_v), at the main diagonal and at the other one. In a cube
// they act on every layer.
var SymmetryNames = []string{"rot90", "rot180", "mirror_h", "mirror_v", "diagonal", "antidiagonal"}

// SymmetryMap returns for each cell where a symmetry takes it.
func (g *Geometry) SymmetryMap(name string) ([]int, error) {
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
