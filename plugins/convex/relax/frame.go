package relax

import (
	"math/bits"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
	"github.com/sudokuctl/sudokuctl/plugins/convex/relations"
)

// frame holds what the solver needs to know of a geometry. It is shared by all puzzles of the geometry.
type frame struct {
	g          *sudoku.Geometry
	n, cells   int
	houses     [][]int32 // cells of each house that is not part of a larger one
	full       []bool    // house has n cells and so holds every digit
	memberAt   []int32   // members[memberAt[c]:memberAt[c+1]] are the houses of cell c
	members    []member
	locks      []lock
	peers      []uint64 // with partial houses: the peers of cell c, a bit set at c·words
	words      int      // words of such a set
	relations  *relations.Relations
	candidates int // n·cells

	clauses []clause.Clause // of the puzzle for which the frame is; nil for the plain puzzles of the geometry
}

// member says that a cell is the place-th of a house.
type member struct {
	house int32
	place uint8
}

// lock is a pair of houses that share at least two cells: where all places of a digit in the full house
// `from` are shared, the digit cannot stand elsewhere in `into`.
type lock struct {
	from, into         int32
	outFrom, outInto   uint64 // places that are not shared
	digits, digitsInto int32  // offsets of the houses in board.places
}

// newFrame returns the frame of a geometry, with cells that differ by clauses as houses of its own.
func newFrame(g *sudoku.Geometry, clauses []clause.Clause) *frame {
	f := &frame{g: g, n: g.N(), cells: g.Cells(), candidates: g.N() * g.Cells(), clauses: clauses}
	for i, h := range g.Houses() {
		if !isPart(g, i) {
			f.houses = append(f.houses, cells32(h.Cells))
			f.full = append(f.full, len(h.Cells) == f.n)
		}
	}
	for _, c := range clauses {
		if c.Kind == clause.Differ && len(c.Cells) <= f.n {
			f.addHouse(cells32(slices.Sorted(slices.Values(c.Cells))))
		}
	}
	f.connect()
	f.findLocks()
	f.collectPeers()
	f.relations = relations.New(f.houses, f.full, f.cells)
	return f
}

// addHouse adds a house unless it says nothing new.
func (f *frame) addHouse(cells []int32) {
	for _, h := range f.houses {
		if len(shared(cells, h)) == len(cells) {
			return
		}
	}
	f.houses, f.full = append(f.houses, cells), append(f.full, len(cells) == f.n)
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

// shared returns the places in a of the cells that are also in b; both are increasing.
func shared[T int | int32](a, b []T) (places []int) {
	j := 0
	for i, c := range a {
		for j < len(b) && b[j] < c {
			j++
		}
		if j < len(b) && b[j] == c {
			places = append(places, i)
		}
	}
	return places
}

// connect lists the houses of each cell.
func (f *frame) connect() {
	of := make([][]member, f.cells)
	for h, cells := range f.houses {
		for i, c := range cells {
			of[c] = append(of[c], member{house: int32(h), place: uint8(i)})
		}
	}
	for _, m := range of {
		f.memberAt = append(f.memberAt, int32(len(f.members)))
		f.members = append(f.members, m...)
	}
	f.memberAt = append(f.memberAt, int32(len(f.members)))
}

func (f *frame) housesOf(c int32) []member { return f.members[f.memberAt[c]:f.memberAt[c+1]] }

// findLocks lists the pairs of houses for locked candidates.
func (f *frame) findLocks() {
	for a := range f.houses {
		for b := range f.houses {
			if a == b || !f.full[a] {
				continue
			}
			in, into := mask(shared(f.houses[a], f.houses[b])), mask(shared(f.houses[b], f.houses[a]))
			outInto := mask(nil, len(f.houses[b])) &^ into
			if bits.OnesCount64(in) < 2 || outInto == 0 {
				continue
			}
			f.locks = append(f.locks, lock{from: int32(a), into: int32(b), outInto: outInto,
				outFrom: mask(nil, f.n) &^ in, digits: int32(a * f.n), digitsInto: int32(b * f.n)})
		}
	}
}

// mask returns the set of the given places, or of the first size[0] ones.
func mask(places []int, size ...int) (set uint64) {
	for _, p := range places {
		set |= 1 << p
	}
	for _, s := range size {
		set |= 1<<s - 1
	}
	return set
}

// collectPeers makes the sets of peers where some house is partial: there a digit that a full house must
// place can be seen by a cell in several houses at once.
func (f *frame) collectPeers() {
	if !slices.Contains(f.full, false) {
		return
	}
	f.words = (f.cells + 63) / 64
	f.peers = make([]uint64, f.cells*f.words)
	for _, cells := range f.houses {
		for _, c := range cells {
			for _, q := range cells {
				if q != c {
					f.peers[int(c)*f.words+int(q)/64] |= 1 << (q % 64)
				}
			}
		}
	}
}

func (f *frame) peersOf(c int32) []uint64 { return f.peers[int(c)*f.words : (int(c)+1)*f.words] }
