package relax

import (
	"slices"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// frame holds what the solver needs to know of a geometry. It is shared by all puzzles of the geometry.
type frame struct {
	g          *sudoku.Geometry
	n, cells   int
	houses     [][]int32 // cells of each house that is not part of a larger one
	full       []bool    // house has n cells and so holds every digit
	partial    bool      // some house is not full
	housesOf   [][]int32 // of each cell
	peers      [][]int32 // of each cell
	locks      [][]lock  // of each full house
	relations  *relations
	candidates int // n·cells
}

// lock is a house that shares at least two cells with another, full one: where all places of a digit in the full
// house are shared, the digit cannot stand in the rest of this one.
type lock struct {
	outside uint64 // places in the full house that are not shared
	rest    []int32
}

// newFrame returns the frame of a geometry.
func newFrame(g *sudoku.Geometry) *frame {
	f := &frame{g: g, n: g.N(), cells: g.Cells(), candidates: g.N() * g.Cells()}
	for i, h := range g.Houses() {
		if !isPart(g, i) {
			f.houses = append(f.houses, cells32(h.Cells))
		}
	}
	f.connect()
	f.relations = newRelations(f)
	return f
}

func cells32(cells []int) []int32 {
	out := make([]int32, len(cells))
	for i, c := range cells {
		out[i] = int32(c)
	}
	return out
}

// isPart reports whether house i says nothing new: all its cells lie in a larger house, or in an equal earlier one.
func isPart(g *sudoku.Geometry, i int) bool {
	cells := g.Houses()[i].Cells
	for _, j := range g.HousesOf(cells[0]) {
		other := g.Houses()[j].Cells
		if j == i || len(other) < len(cells) || len(other) == len(cells) && j > i {
			continue
		}
		if len(shared(cells, other)) == len(cells) {
			return true
		}
	}
	return false
}

// shared returns the places in a of the cells that are also in b.
func shared[T int | int32](a, b []T) (places []int) {
	for i, c := range a {
		if slices.Contains(b, c) {
			places = append(places, i)
		}
	}
	return places
}

// connect lists the houses and peers of each cell, and the locks of each full house.
func (f *frame) connect() {
	f.housesOf, f.peers, f.locks = make([][]int32, f.cells), make([][]int32, f.cells), make([][]lock, len(f.houses))
	for h, cells := range f.houses {
		full := len(cells) == f.n
		f.full, f.partial = append(f.full, full), f.partial || !full
		for _, c := range cells {
			f.housesOf[c] = append(f.housesOf[c], int32(h))
			for _, q := range cells {
				if q != c && !slices.Contains(f.peers[c], q) {
					f.peers[c] = append(f.peers[c], q)
				}
			}
		}
		for into, others := range f.houses {
			both := shared(cells, others)
			if into == h || !full || len(both) < 2 || len(both) == len(others) {
				continue
			}
			l := lock{outside: 1<<f.n - 1}
			for _, place := range both {
				l.outside &^= 1 << place
			}
			for _, c := range others {
				if !slices.Contains(cells, c) {
					l.rest = append(l.rest, c)
				}
			}
			f.locks[h] = append(f.locks[h], l)
		}
	}
}
