package board

import "github.com/sudokuctl/sudokuctl/core/sudoku"

// House is a house of the geometry; slot i of the house is Cells[i].
type House struct {
	sudoku.House
	Cells      []int32
	Full       bool // holds every digit
	Constraint int  // number of the constraint because of which its cells differ; noConstraint if the geometry says so
}

const noConstraint = -1

func newHouse(h sudoku.House, constraint int) House {
	own := House{House: h, Constraint: constraint}
	for _, c := range h.Cells {
		own.Cells = append(own.Cells, int32(c))
	}
	return own
}

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

// Crossing is an ordered pair of houses that share cells; Shared1 are their slots in the first, Shared2
// in the second.
type Crossing struct {
	House1, House2   int
	Row1, Row2       int // where the houses' digits begin in Board.Pos
	Shared1, Shared2 uint64
	Thirds           []Third
	Next             int // the first crossing behind this one that has another first house
}

// Third is a house of the kind of a crossing's first house that also crosses the second; Shared are
// its slots there.
type Third struct {
	House  int
	Shared uint64
}
