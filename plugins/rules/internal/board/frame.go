package board

import (
	"math/bits"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Frame is a geometry laid out for reasoning, or a geometry with the constraints of one puzzle. It never changes, so
// all boards of one geometry, or of one puzzle, share it.
//
// Houses are in the order in which Sudoku Explainer scans them: boxes, columns, rows, then all others. The
// houses and peers of a cell are in the order in which it follows links: box, row, column, others. Cells that differ
// because of constraints are houses too, behind all others.
type Frame struct {
	Geometry  *sudoku.Geometry
	Puzzle    *sudoku.Puzzle // whose constraints are laid out; nil for none
	N         int            // digits
	Cells     int
	Houses    []House
	Seats     [][]Seat    // cell → its houses, in link order
	Peers     [][]int32   // cell → its peers, in link order
	PeerSets  []CellSet   // cell → its peers as a set
	Crosses   []Crossing  // pairs of houses that share two cells or more
	CrossedAt [][]uint64  // house, if full → its slots in every house of crosses
	widest    []int       // house → how many slots the largest of these has
	BoxLines  [][]Third   // house, if a box → the rows and columns that cross it, with its slots in them
	Fresh     []uint64    // cell → all digits, to copy from
	sizes     []uint8     // house → its cells, to copy from
	Square    bool        // rows and columns cross in exactly one cell each: fish make sense
	Classic   bool        // every house is full: uniqueness patterns make sense
	kinds     []kindRange // runs of houses of one kind, in the order of scanning
	LinkOrder []kindRange // the same in the order of links

	constraintTexts []string // see texts
}

// builder lays out a geometry.
type builder struct{ *Frame }

// NewFrame lays out a geometry in tables of cells, houses and peers, which all boards of it share.
func NewFrame(g *sudoku.Geometry) *Frame { return layOut(g, nil) }

// NewFrameOf lays out a puzzle: its geometry, and what its constraints say of cells that differ.
func NewFrameOf(p *sudoku.Puzzle) *Frame {
	if p.Clauses() == nil {
		return NewFrame(p.Geometry())
	}
	return layOut(p.Geometry(), p)
}

// layOut returns the tables of a geometry, and of a puzzle's constraints, that all its boards share.
func layOut(g *sudoku.Geometry, p *sudoku.Puzzle) *Frame {
	f := builder{&Frame{Geometry: g, Puzzle: p, N: g.N(), Cells: g.Cells()}}
	f.addHouses()
	f.addSeats()
	f.addPeers()
	f.addCrossings()
	f.Square = g.Layers() == 1 && g.Rows() == f.N && g.Cols() == f.N
	f.addFresh()
	return f.Frame
}

// Lays reports whether the frame is that of a puzzle: of its geometry, or of one with the same names and houses, and of
// its constraints.
func (f *Frame) Lays(p *sudoku.Puzzle) bool {
	if f.Puzzle != nil || p.Clauses() != nil {
		return f.Puzzle != nil && p.Clauses() != nil && &f.Puzzle.Clauses()[0] == &p.Clauses()[0] &&
			f.Geometry == p.Geometry()
	}
	g := p.Geometry()
	return f.Geometry == g || f.Geometry.String() == g.String() && slices.EqualFunc(f.Geometry.Houses(), g.Houses(),
		func(x, y sudoku.House) bool { return x.Kind == y.Kind && slices.Equal(x.Cells, y.Cells) })
}

// ScanRank orders the kinds of houses for scanning; linkRank for the links of a cell.
func ScanRank(k sudoku.HouseKind) int {
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

// linkRank returns the order in which links look at kinds of houses.
func linkRank(k sudoku.HouseKind) int {
	if r := ScanRank(k); r == 1 || r == 2 {
		return 3 - r
	}
	return ScanRank(k)
}

// addHouses adds the houses of the geometry and of the constraints.
func (f builder) addHouses() {
	f.Classic = true
	for _, h := range f.Geometry.Houses() {
		own := newHouse(h, noConstraint)
		own.Full = len(h.Cells) == f.N
		f.Houses = append(f.Houses, own)
		f.Classic = f.Classic && own.Full
	}
	f.addDiffering()
	slices.SortStableFunc(f.Houses, func(a, b House) int { return ScanRank(a.Kind) - ScanRank(b.Kind) })
	for i, h := range f.Houses {
		if last := len(f.kinds) - 1; last >= 0 && f.kinds[last].kind == h.Kind {
			f.kinds[last].To = i + 1
			continue
		}
		f.kinds = append(f.kinds, kindRange{h.Kind, i, i + 1})
	}
	f.LinkOrder = slices.Clone(f.kinds)
	slices.SortStableFunc(f.LinkOrder, func(a, b kindRange) int { return linkRank(a.kind) - linkRank(b.kind) })
}

// addSeats adds, for each cell, its place in each of its houses.
func (f builder) addSeats() {
	f.Seats = make([][]Seat, f.Cells)
	for h := range f.Houses {
		for slot, c := range f.Houses[h].Cells {
			s := Seat{House: int32(h), Slot: int32(slot), Bit: 1 << uint(slot), Row: int32(h * f.N), Full: f.Houses[h].Full}
			f.Seats[c] = append(f.Seats[c], s)
		}
	}
	for _, s := range f.Seats {
		slices.SortStableFunc(s, func(a, b Seat) int {
			return linkRank(f.Houses[a.House].Kind) - linkRank(f.Houses[b.House].Kind)
		})
	}
}

// addPeers adds the cells that each cell sees.
func (f builder) addPeers() {
	f.Peers = make([][]int32, f.Cells)
	f.PeerSets = make([]CellSet, f.Cells)
	for c := range f.Peers {
		f.PeerSets[c] = NewCellSet(f.Cells)
		for i := range f.Seats[c] {
			s := &f.Seats[c][i]
			for slot, p := range f.Houses[s.House].Cells {
				if int(p) != c && !f.PeerSets[c].Has(int(p)) {
					f.PeerSets[c].Add(int(p))
					f.Peers[c] = append(f.Peers[c], p)
					s.First |= 1 << uint(slot)
				}
			}
		}
	}
}

// addFresh adds the candidates of an empty board.
func (f builder) addFresh() {
	f.Fresh, f.sizes = make([]uint64, f.Cells), make([]uint8, len(f.Houses))
	for c := range f.Fresh {
		f.Fresh[c] = uint64(sudoku.AllDigits(f.N))
	}
	for h := range f.sizes {
		f.sizes[h] = uint8(len(f.Houses[h].Cells))
	}
}

// addCrossings lists box→column, box→row, column→box, row→box, then every other pair of kinds.
func (f builder) addCrossings() {
	f.BoxLines, f.CrossedAt = make([][]Third, len(f.Houses)), make([][]uint64, len(f.Houses))
	f.widest = make([]int, len(f.Houses))
	type pair struct{ a, b kindRange }
	var pairs []pair
	for _, a := range f.kinds {
		for _, b := range f.kinds {
			pairs = append(pairs, pair{a, b})
		}
	}
	rank := func(p pair) int {
		a, b := ScanRank(p.a.kind), ScanRank(p.b.kind)
		if (a == 0) != (b == 0) && a < 3 && b < 3 {
			return a*3 + b
		}
		return 100
	}
	slices.SortStableFunc(pairs, func(p, q pair) int { return rank(p) - rank(q) })
	for _, p := range pairs {
		f.crossKinds(p.a, p.b)
	}
	next := len(f.Crosses)
	for i := len(f.Crosses) - 1; i >= 0; i-- {
		if i+1 < len(f.Crosses) && f.Crosses[i+1].House1 != f.Crosses[i].House1 {
			next = i + 1
		}
		f.Crosses[i].Next = next
	}
}

// crossKinds adds the crossings of two kinds of houses.
func (f builder) crossKinds(a, b kindRange) {
	for h1 := a.From; h1 < a.To; h1++ {
		for h2 := b.From; h2 < b.To; h2++ {
			if h1 == h2 || !f.Houses[h1].Full {
				continue
			}
			s1 := f.Shared(h1, h2)
			if s1&(s1-1) == 0 || bits.OnesCount64(s1) == len(f.Houses[h2].Cells) {
				continue
			}
			if f.Houses[h1].Kind == sudoku.Box && f.Houses[h2].IsLine() {
				f.BoxLines[h1] = append(f.BoxLines[h1], Third{h2, s1})
			}
			f.CrossedAt[h1] = append(f.CrossedAt[h1], s1)
			f.widest[h1] = max(f.widest[h1], bits.OnesCount64(s1))
			f.Crosses = append(f.Crosses, Crossing{House1: h1, House2: h2, Row1: h1 * f.N, Row2: h2 * f.N,
				Shared1: s1, Shared2: f.Shared(h2, h1), Thirds: f.thirds(a, h1, h2)})
		}
	}
}

// thirds lists the full houses of a kind that share cells with h2 and none with h1, as the two diagonals do.
func (f builder) thirds(kind kindRange, h1, h2 int) []Third {
	var found []Third
	for h := kind.From; h < kind.To; h++ {
		if s := f.Shared(h, h2); f.Shared(h, h1) == 0 && h != h2 && f.Houses[h].Full && s != 0 {
			found = append(found, Third{h, s})
		}
	}
	return found
}

// Shared returns the slots of house h1 whose cells are also in h2.
func (f *Frame) Shared(h1, h2 int) uint64 {
	var slots uint64
	for slot, c := range f.Houses[h1].Cells {
		if slices.Contains(f.Houses[h2].Cells, c) {
			slots |= 1 << slot
		}
	}
	return slots
}

// ArePeers reports whether two cells share a house.
func (f *Frame) ArePeers(a, b int) bool { return f.PeerSets[a].Has(b) }

// SlotIn returns the slot of a cell in a house, -1 if it is not there.
func (f *Frame) SlotIn(h, cell int) int {
	for _, s := range f.Seats[cell] {
		if int(s.House) == h {
			return int(s.Slot)
		}
	}
	return -1
}

// IsBox reports whether house h is a box, as pointing and claiming need it.
func (f *Frame) IsBox(h int) bool { return f.Houses[h].isBox() }

// BoxOf returns the box of a cell, -1 if it has none.
func (f *Frame) BoxOf(cell int) int {
	for _, s := range f.Seats[cell] {
		if f.Houses[s.House].Kind == sudoku.Box {
			return int(s.House)
		}
	}
	return -1
}

// LinesOf returns the index of the first house of a kind of line.
func (f *Frame) LinesOf(kind sudoku.HouseKind) int {
	for _, k := range f.kinds {
		if k.kind == kind {
			return k.From
		}
	}
	return -1
}

// ShareLine reports whether two cells are in one row or column.
func (f *Frame) ShareLine(b, c int) bool {
	for _, s := range f.Seats[b] {
		if f.Houses[s.House].IsLine() && f.SlotIn(int(s.House), c) >= 0 {
			return true
		}
	}
	return false
}

// ShareBox reports whether two cells are in one box. Without boxes no two are.
func (f *Frame) ShareBox(b, c int) bool { return f.BoxOf(b) >= 0 && f.BoxOf(b) == f.BoxOf(c) }

// CommonHouse returns the first house from a cell's i-th seat on that holds all cells, -1 if there is none.
func (f *Frame) CommonHouse(cells []int, i int) int {
	for _, s := range f.Seats[cells[0]][i:] {
		holds := true
		for _, c := range cells[1:] {
			holds = holds && f.SlotIn(int(s.House), c) >= 0
		}
		if holds {
			return int(s.House)
		}
	}
	return -1
}

// Sees reports whether a cell is a peer of one of some cells.
func (f *Frame) Sees(cell int, some []int) bool {
	return slices.ContainsFunc(some, f.PeerSets[cell].Has)
}

// SeesAll reports whether a cell is a peer of all of some cells.
func (f *Frame) SeesAll(cell int, all []int) bool {
	for _, c := range all {
		if !f.PeerSets[c].Has(cell) {
			return false
		}
	}
	return true
}

// AnySees reports whether a cell of a is a peer of one of b, so that the two cannot be counted apart.
func (f *Frame) AnySees(a, b []int) bool {
	return slices.ContainsFunc(a, func(c int) bool { return f.Sees(c, b) })
}

// House is a house of the geometry; slot i of the house is Cells[i].
type House struct {
	sudoku.House
	Cells      []int32
	Full       bool // holds every digit
	Constraint int  // number of the constraint because of which its cells differ; noConstraint if the geometry says so
}

const noConstraint = -1

// newHouse returns a house with its cells in the form of this package.
func newHouse(h sudoku.House, constraint int) House {
	own := House{House: h, Constraint: constraint}
	for _, c := range h.Cells {
		own.Cells = append(own.Cells, int32(c))
	}
	return own
}

// isBox reports whether the house is a box or block.
func (h *House) isBox() bool { return h.Kind == sudoku.Box || h.Kind == sudoku.Block }

// Seat says that a cell is in a house, and at which slot.
type Seat struct {
	House, Slot int32
	Bit         uint64 // of the slot
	First       uint64 // the slots of peers that are in no house before this one of the cell
	Row         int32  // where the house's digits begin in Board.Pos
	Full        bool   // the house holds every digit
}

// kindRange is the run Houses[From:To] of one kind.
type kindRange struct {
	kind     sudoku.HouseKind
	From, To int
}

// Crossing is an ordered pair of houses that share cells; Shared1 are their slots in the first, Shared2 in the second.
type Crossing struct {
	House1, House2   int
	Row1, Row2       int // where the houses' digits begin in Board.Pos
	Shared1, Shared2 uint64
	Thirds           []Third
	Next             int // the first crossing behind this one that has another first house
}

// Third is a house of the kind of a crossing's first house that also crosses the second; Shared are its slots there.
type Third struct {
	House  int
	Shared uint64
}
