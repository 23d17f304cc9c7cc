package belief

import "github.com/sudokuctl/sudokuctl/core/sudoku"

// MaxSize is the largest number of digits for which the package works: a message of a house sums over sets of digits.
const MaxSize = 16

// Graph is the cells and houses of a geometry. It holds the memory of the algorithms and is not safe for concurrent
// use.
type Graph struct {
	n, cells int
	houses   []house
	of       [][]seat // seats of each cell

	forward, backward []float64 // of a house, by sets of digits
	next              []float64
}

// house is cells with different digits, and the messages between them: n numbers for each seat.
type house struct {
	cells    []int
	in, out  []float64
	complete bool // there are as many cells as digits, so every digit is in it
}

// seat is a place of a cell in a house.
type seat struct{ house, at int }

// New returns the graph of a geometry, nil if it has more than MaxSize digits.
func New(g *sudoku.Geometry) *Graph {
	if g.N() > MaxSize {
		return nil
	}
	b := &Graph{n: g.N(), cells: g.Cells(), of: make([][]seat, g.Cells()),
		forward: make([]float64, 1<<g.N()), backward: make([]float64, 1<<g.N()), next: make([]float64, g.N())}
	for _, h := range g.Houses() {
		size := g.N() * len(h.Cells)
		for at, c := range h.Cells {
			b.of[c] = append(b.of[c], seat{len(b.houses), at})
		}
		b.houses = append(b.houses, house{cells: h.Cells, in: make([]float64, size), out: make([]float64, size),
			complete: len(h.Cells) == g.N()})
	}
	return b
}

// normalize scales values to sum to one and reports whether it could.
func normalize(values []float64) bool {
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	if !(sum > 0) {
		return false
	}
	for i := range values {
		values[i] /= sum
	}
	return true
}
