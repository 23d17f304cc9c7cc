package logic

import (
	"cmp"
	"math/bits"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// frame is a geometry laid out for reasoning. It never changes, so all boards of one geometry share it.
//
// Houses stand in the order in which Sudoku Explainer scans them: boxes, columns, rows, then all others. The
// houses and peers of a cell stand in the order in which it follows links: box, row, column, others.
type frame struct {
	geometry  *sudoku.Geometry
	n         int // digits
	cells     int
	houses    []house
	seats     [][]seat   // cell → its houses, in link order
	peers     [][]int32  // cell → its peers, in link order
	peerSets  []cellSet  // cell → its peers as a set
	crosses   []crossing // pairs of houses that share two cells or more
	crossedAt [][]uint64 // house, if full → its slots in every house of crosses
	widest    []int      // house → how many slots the largest of these has
	boxLines  [][]third  // house, if a box → the rows and columns that cross it, with its slots in them
	layout    layout
	pristine  *board      // the empty board, to copy from
	square    bool        // rows and columns cross in exactly one cell each: fish make sense
	classic   bool        // every house is full: uniqueness patterns make sense
	kinds     []kindRange // runs of houses of one kind, in the order of scanning
	linkOrder []kindRange // the same in the order of links
}

// house is a house of the geometry; slot i of the house is cells[i].
type house struct {
	sudoku.House
	cells []int32
	full  bool // holds every digit
}

// seat says that a cell is in a house, and at which slot.
type seat struct {
	house, slot int32
	bit         uint64 // of the slot
	row         int32  // where the house's digits begin in board.pos
	full        bool   // the house holds every digit
}

// kindRange is the run houses[from:to] of one kind.
type kindRange struct {
	kind     sudoku.HouseKind
	from, to int
}

// crossing is an ordered pair of houses that share cells; shared1 are their slots in the first, shared2 in
// the second.
type crossing struct {
	house1, house2   int
	row1, row2       int // where the houses' digits begin in board.pos
	shared1, shared2 uint64
	thirds           []third
	next             int // the first crossing behind this one that has another first house
}

// third is a house of the kind of a crossing's first house that also crosses the second; shared are its slots
// there.
type third struct {
	house  int
	shared uint64
}

// builder lays out a geometry.
type builder struct{ *frame }

func newFrame(g *sudoku.Geometry) *frame {
	f := builder{&frame{geometry: g, n: g.N(), cells: g.Cells()}}
	f.addHouses()
	f.addSeats()
	f.addPeers()
	f.addLayout()
	f.addCrossings()
	f.square = g.Layers() == 1 && g.Rows() == f.n && g.Cols() == f.n
	f.pristine = newBoard(f.frame)
	return f.frame
}

// scanRank orders the kinds of houses for scanning; linkRank for the links of a cell.
func scanRank(k sudoku.HouseKind) int {
	switch k {
	case sudoku.Box, sudoku.Block:
		return 0
	case sudoku.Column:
		return 1
	case sudoku.Row, sudoku.Line:
		return 2
	}
	return 3 + int(k)
}

func linkRank(k sudoku.HouseKind) int {
	switch r := scanRank(k); r {
	case 1:
		return 2
	case 2:
		return 1
	default:
		return r
	}
}

func (f builder) addHouses() {
	f.classic = true
	for _, h := range f.geometry.Houses() {
		own := house{House: h, full: len(h.Cells) == f.n}
		for _, c := range h.Cells {
			own.cells = append(own.cells, int32(c))
		}
		f.houses = append(f.houses, own)
		f.classic = f.classic && own.full
	}
	slices.SortStableFunc(f.houses, func(a, b house) int {
		return cmp.Compare(scanRank(a.Kind),
			scanRank(b.Kind))
	})
	for i, h := range f.houses {
		if last := len(f.kinds) - 1; last >= 0 && f.kinds[last].kind == h.Kind {
			f.kinds[last].to = i + 1
			continue
		}
		f.kinds = append(f.kinds, kindRange{h.Kind, i, i + 1})
	}
	f.linkOrder = slices.Clone(f.kinds)
	slices.SortStableFunc(f.linkOrder, func(a, b kindRange) int {
		return cmp.Compare(linkRank(a.kind), linkRank(b.kind))
	})
}

func (f builder) addSeats() {
	f.seats = make([][]seat, f.cells)
	for h := range f.houses {
		for slot, c := range f.houses[h].cells {
			s := seat{int32(h), int32(slot), 1 << uint(slot), int32(h * f.n), f.houses[h].full}
			f.seats[c] = append(f.seats[c], s)
		}
	}
	for _, s := range f.seats {
		slices.SortStableFunc(s, func(a, b seat) int {
			return cmp.Compare(linkRank(f.houses[a.house].Kind), linkRank(f.houses[b.house].Kind))
		})
	}
}

func (f builder) addPeers() {
	f.peers = make([][]int32, f.cells)
	f.peerSets = make([]cellSet, f.cells)
	for c := range f.peers {
		f.peerSets[c] = newCellSet(f.cells)
		for _, s := range f.seats[c] {
			for _, p := range f.houses[s.house].cells {
				if int(p) != c && !f.peerSets[c].has(int(p)) {
					f.peerSets[c].add(int(p))
					f.peers[c] = append(f.peers[c], p)
				}
			}
		}
	}
}

// addCrossings lists box→column, box→row, column→box, row→box, then every other pair of kinds.
func (f builder) addCrossings() {
	f.boxLines, f.crossedAt = make([][]third, len(f.houses)), make([][]uint64, len(f.houses))
	f.widest = make([]int, len(f.houses))
	type pair struct{ a, b kindRange }
	var pairs []pair
	for _, a := range f.kinds {
		for _, b := range f.kinds {
			pairs = append(pairs, pair{a, b})
		}
	}
	rank := func(p pair) int {
		a, b := scanRank(p.a.kind), scanRank(p.b.kind)
		if (a == 0) != (b == 0) && a < 3 && b < 3 {
			return a*3 + b
		}
		return 100
	}
	slices.SortStableFunc(pairs, func(p, q pair) int { return cmp.Compare(rank(p), rank(q)) })
	for _, p := range pairs {
		f.crossKinds(p.a, p.b)
	}
	next := len(f.crosses)
	for i := len(f.crosses) - 1; i >= 0; i-- {
		if i+1 < len(f.crosses) && f.crosses[i+1].house1 != f.crosses[i].house1 {
			next = i + 1
		}
		f.crosses[i].next = next
	}
}

func (f builder) crossKinds(a, b kindRange) {
	for h1 := a.from; h1 < a.to; h1++ {
		for h2 := b.from; h2 < b.to; h2++ {
			if h1 == h2 || !f.houses[h1].full {
				continue
			}
			s1 := f.shared(h1, h2)
			if s1&(s1-1) == 0 || bits.OnesCount64(s1) == len(f.houses[h2].cells) {
				continue
			}
			if f.houses[h1].Kind == sudoku.Box && f.houses[h2].IsLine() {
				f.boxLines[h1] = append(f.boxLines[h1], third{h2, s1})
			}
			f.crossedAt[h1] = append(f.crossedAt[h1], s1)
			f.widest[h1] = max(f.widest[h1], bits.OnesCount64(s1))
			f.crosses = append(f.crosses, crossing{house1: h1, house2: h2, row1: h1 * f.n, row2: h2 * f.n,
				shared1: s1, shared2: f.shared(h2, h1), thirds: f.thirds(a, h1, h2)})
		}
	}
}

// thirds lists the full houses of a kind, other than h1, that share cells with h2.
func (f builder) thirds(kind kindRange, h1, h2 int) []third {
	var found []third
	for h := kind.from; h < kind.to; h++ {
		if s := f.shared(h, h2); h != h1 && h != h2 && f.houses[h].full && s != 0 {
			found = append(found, third{h, s})
		}
	}
	return found
}

// shared returns the slots of house h1 whose cells are also in h2.
func (f *frame) shared(h1, h2 int) uint64 {
	var slots uint64
	for slot, c := range f.houses[h1].cells {
		if slices.Contains(f.houses[h2].cells, c) {
			slots |= 1 << slot
		}
	}
	return slots
}

// arePeers reports whether two cells share a house.
func (f *frame) arePeers(a, b int) bool { return f.peerSets[a].has(b) }

// slotIn returns the slot of a cell in a house, -1 if it is not there.
func (f *frame) slotIn(h, cell int) int {
	for _, s := range f.seats[cell] {
		if int(s.house) == h {
			return int(s.slot)
		}
	}
	return -1
}

// isBox reports whether house h is a box.
func (f *frame) isBox(h int) bool {
	k := f.houses[h].Kind
	return k == sudoku.Box || k == sudoku.Block
}

// boxOf returns the box of a cell, -1 if it has none.
func (f *frame) boxOf(cell int) int {
	for _, s := range f.seats[cell] {
		if f.houses[s.house].Kind == sudoku.Box {
			return int(s.house)
		}
	}
	return -1
}

// linesOf returns the index of the first house of a kind of line.
func (f *frame) linesOf(kind sudoku.HouseKind) int {
	for _, k := range f.kinds {
		if k.kind == kind {
			return k.from
		}
	}
	return -1
}

// shareLine reports whether two cells are in one row or column.
func (f *frame) shareLine(b, c int) bool {
	for _, s := range f.seats[b] {
		if f.houses[s.house].IsLine() && f.slotIn(int(s.house), c) >= 0 {
			return true
		}
	}
	return false
}

// shareBox reports whether two cells are in one box.
func (f *frame) shareBox(b, c int) bool {
	for _, s := range f.seats[b] {
		if k := f.houses[s.house].Kind; k == sudoku.Box && f.slotIn(int(s.house), c) >= 0 {
			return true
		}
	}
	return false
}

// commonHouse returns the first house from a cell's i-th seat on that holds all cells, -1 if there is none.
func (f *frame) commonHouse(cells []int, i int) int {
	for _, s := range f.seats[cells[0]][i:] {
		holds := true
		for _, c := range cells[1:] {
			holds = holds && f.slotIn(int(s.house), c) >= 0
		}
		if holds {
			return int(s.house)
		}
	}
	return -1
}

// sees reports whether a cell is a peer of one of some cells.
func (f *frame) sees(cell int, some []int) bool {
	for _, c := range some {
		if f.peerSets[c].has(cell) {
			return true
		}
	}
	return false
}

// seesAll reports whether a cell is a peer of all of some cells.
func (f *frame) seesAll(cell int, all []int) bool {
	for _, c := range all {
		if !f.peerSets[c].has(cell) {
			return false
		}
	}
	return true
}

// anySees reports whether a cell of a is a peer of one of b.
func (f *frame) anySees(a, b []int) bool {
	for _, c := range a {
		if f.sees(c, b) {
			return true
		}
	}
	return false
}
