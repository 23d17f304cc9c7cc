package search

import (
	"math/bits"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// frame is what the engine needs to know of a geometry, in small integers.
type frame struct {
	geometry *sudoku.Geometry
	n, cells int
	houses   [][]int32    // cells of each house
	peers    [][]int32    // of each cell
	sees     []cellSet    // of each cell: its peers
	inFull   [][]place    // of each cell: where it stands in its houses of N cells
	crossing [][]across   // of each house of N cells: those that share at least two cells with it
	widest   int          // most cells that two such houses share
	nine     *nine        // if a plain 9×9 is in it
	swept    []bool       // of each house: whether it is part of nine
	made     []propagator // see propagators
}

// place is a cell's place in a house.
type place struct{ house, index int32 }

// across is another house and the places, in one house, of the cells that the two share.
type across struct {
	house  int32
	shared uint64
}

// newFrame returns the tables of a geometry that all its puzzles share.
func newFrame(g *sudoku.Geometry) *frame {
	f := &frame{geometry: g, n: g.N(), cells: g.Cells(), inFull: make([][]place, g.Cells())}
	for c := range g.Cells() {
		f.peers = append(f.peers, narrow(g.Peers(c)))
		f.sees = append(f.sees, f.empty())
		for _, q := range f.peers[c] {
			f.sees[c].add(q)
		}
	}
	for i, h := range g.Houses() {
		f.houses = append(f.houses, narrow(h.Cells))
		if len(h.Cells) == f.n {
			for j, c := range h.Cells {
				f.inFull[c] = append(f.inFull[c], place{int32(i), int32(j)})
			}
		}
	}
	f.cross()
	f.nine, f.swept = newNine(f.houses)
	return f
}

// narrow returns cell numbers in 32 bits.
func narrow(cells []int) []int32 {
	narrowed := make([]int32, len(cells))
	for i, c := range cells {
		narrowed[i] = int32(c)
	}
	return narrowed
}

// cross finds, for each house of N cells, the others that share two or more cells with it.
func (f *frame) cross() {
	f.crossing = make([][]across, len(f.houses))
	for h, cells := range f.houses {
		if len(cells) != f.n {
			continue
		}
		shared := map[int32]uint64{}
		var order []int32
		for j, c := range cells {
			for _, at := range f.inFull[c] {
				if _, seen := shared[at.house]; !seen {
					order = append(order, at.house)
				}
				shared[at.house] |= 1 << j
			}
		}
		for _, other := range order {
			if k := bits.OnesCount64(shared[other]); int(other) != h && k > 1 {
				f.crossing[h] = append(f.crossing[h], across{other, shared[other]})
				f.widest = max(f.widest, k)
			}
		}
	}
}
