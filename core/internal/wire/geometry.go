package wire

import (
	"fmt"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/internal/wire/pb"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// frameOf returns a geometry as it travels: its text and its houses in columns.
func frameOf(g *sudoku.Geometry) *pb.Geometry {
	m := &pb.Geometry{Text: g.String(), Digits: uint32(g.N()), Cells: uint32(g.Cells())}
	for _, h := range g.Houses() {
		m.HouseKinds = append(m.HouseKinds, byte(h.Kind))
		m.HouseSizes = append(m.HouseSizes, uint32(len(h.Cells)))
		m.HouseCells = append(m.HouseCells, cellsToPB(h.Cells)...)
	}
	return m
}

// maxCells bounds what a message may ask for: a cube of 25 digits has 15,625 cells.
const maxCells = 1 << 16

// geometryOf returns the geometry that the text names if that has the houses, else one made of the houses alone.
func geometryOf(m *pb.Geometry) (*sudoku.Geometry, error) {
	if m.GetDigits() > sudoku.MaxSize || m.GetCells() > maxCells {
		return nil, fmt.Errorf("geometry %q: %d digits in %d cells are too many", m.GetText(), m.GetDigits(), m.GetCells())
	}
	houses, err := housesOf(m)
	if err != nil {
		return nil, fmt.Errorf("geometry %q: %w", m.GetText(), err)
	}
	if g, err := sudoku.ParseGeometry(m.GetText()); err == nil && g.N() == int(m.GetDigits()) &&
		g.Cells() == int(m.GetCells()) && slices.EqualFunc(g.Houses(), houses, sameHouse) {
		return g, nil
	}
	return sudoku.FromHouses(m.GetText(), int(m.GetDigits()), int(m.GetCells()), houses)
}

func sameHouse(a, b sudoku.House) bool {
	return a.Kind == b.Kind && a.Index == b.Index && slices.Equal(a.Cells, b.Cells)
}

func housesOf(m *pb.Geometry) ([]sudoku.House, error) {
	kinds, sizes, rest := m.GetHouseKinds(), m.GetHouseSizes(), m.GetHouseCells()
	if len(kinds) != len(sizes) {
		return nil, fmt.Errorf("%d kinds for %d houses", len(kinds), len(sizes))
	}
	var index [256]int
	houses := make([]sudoku.House, len(sizes))
	for i, size := range sizes {
		if int(size) > len(rest) {
			return nil, fmt.Errorf("house %d of %d cells goes beyond the %d cells sent", i, size, len(m.GetHouseCells()))
		}
		index[kinds[i]]++
		houses[i] = sudoku.House{Kind: sudoku.HouseKind(kinds[i]), Index: index[kinds[i]], Cells: cellsFromPB(rest[:size])}
		rest = rest[size:]
	}
	if len(rest) > 0 {
		return nil, fmt.Errorf("%d cells belong to no house", len(rest))
	}
	return houses, nil
}
