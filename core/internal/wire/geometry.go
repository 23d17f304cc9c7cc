package wire

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/internal/wire/pb"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// frame is a geometry as it travels: its text and its houses in columns.
type frame struct {
	text          string
	digits, cells uint32
	kinds         []byte
	sizes, house  []uint32 // cells in each house; the cells of all houses end to end
}

func frameOf(g *sudoku.Geometry) frame {
	f := frame{text: g.String(), digits: uint32(g.N()), cells: uint32(g.Cells())}
	for _, h := range g.Houses() {
		f.kinds = append(f.kinds, byte(h.Kind))
		f.sizes = append(f.sizes, uint32(len(h.Cells)))
		for _, c := range h.Cells {
			f.house = append(f.house, uint32(c))
		}
	}
	return f
}

func (f *frame) empty() bool { return f.cells == 0 && f.text == "" && len(f.house) == 0 }

func (f *frame) size() int {
	return sizeBytes(1, len(f.text)) + sizeUint(2, uint64(f.digits)) + sizeUint(3, uint64(f.cells)) +
		sizeBytes(4, len(f.kinds)) + sizeBytes(5, sizeVarints(f.sizes)) + sizeBytes(6, sizeVarints(f.house))
}

func (f *frame) append(b []byte) []byte {
	b = appendBytes(b, 1, f.text)
	b = appendUint(b, 2, uint64(f.digits))
	b = appendUint(b, 3, uint64(f.cells))
	b = appendBytes(b, 4, f.kinds)
	b = appendVarints(b, 5, f.sizes)
	return appendVarints(b, 6, f.house)
}

func (f *frame) read(v field) error {
	switch v.num {
	case 1:
		return v.intoText(&f.text)
	case 2:
		v.intoUint32(&f.digits)
	case 3:
		v.intoUint32(&f.cells)
	case 4:
		v.intoBytes(&f.kinds)
	case 5:
		return intoVarints(v, &f.sizes)
	case 6:
		return intoVarints(v, &f.house)
	}
	return nil
}

func (f *frame) pb() *pb.Geometry {
	return &pb.Geometry{Text: f.text, Digits: f.digits, Cells: f.cells, HouseKinds: f.kinds, HouseSizes: f.sizes,
		HouseCells: f.house}
}

func frameFromPB(g *pb.Geometry) frame {
	return frame{text: g.GetText(), digits: g.GetDigits(), cells: g.GetCells(), kinds: g.GetHouseKinds(),
		sizes: g.GetHouseSizes(), house: g.GetHouseCells()}
}

// maxCells bounds what a message may ask for: a cube of 25 digits has 15,625 cells.
const maxCells = 1 << 16

// geometry returns the geometry that the frame's text names if that has the frame's houses, else one made
// of the houses alone.
func (f *frame) geometry() (*sudoku.Geometry, error) {
	if f.digits > sudoku.MaxSize || f.cells > maxCells {
		return nil, fmt.Errorf("geometry %q: %d digits in %d cells are too many", f.text, f.digits, f.cells)
	}
	houses, err := f.houses()
	if err != nil {
		return nil, fmt.Errorf("geometry %q: %w", f.text, err)
	}
	if g, err := sudoku.ParseGeometry(f.text); err == nil && g.N() == int(f.digits) &&
		g.Cells() == int(f.cells) && slices.EqualFunc(g.Houses(), houses, sameHouse) {
		return g, nil
	}
	return sudoku.FromHouses(f.text, int(f.digits), int(f.cells), houses)
}

func sameHouse(a, b sudoku.House) bool {
	return a.Kind == b.Kind && a.Index == b.Index && slices.Equal(a.Cells, b.Cells)
}

func (f *frame) houses() ([]sudoku.House, error) {
	if len(f.kinds) != len(f.sizes) {
		return nil, fmt.Errorf("%d kinds for %d houses", len(f.kinds), len(f.sizes))
	}
	var index [256]int
	houses := make([]sudoku.House, len(f.sizes))
	rest := f.house
	for i, size := range f.sizes {
		if int(size) > len(rest) {
			return nil, fmt.Errorf("house %d of %d cells goes beyond the %d cells sent", i, size, len(f.house))
		}
		kind := f.kinds[i]
		index[kind]++
		cells := make([]int, size)
		for j, c := range rest[:size] {
			cells[j] = int(c)
		}
		houses[i] = sudoku.House{Kind: sudoku.HouseKind(kind), Index: index[kind], Cells: cells}
		rest = rest[size:]
	}
	if len(rest) > 0 {
		return nil, fmt.Errorf("%d cells belong to no house", len(rest))
	}
	return houses, nil
}

// check tells whether a batch fits its geometry: whole puzzles, values and soft clues within range.
func (b *Batch) check() error {
	cells, n := b.Geometry.Cells(), b.Geometry.N()
	if len(b.Givens)%cells != 0 {
		return fmt.Errorf("batch %d: %d givens are not whole puzzles of %d cells", b.First, len(b.Givens), cells)
	}
	if !sudoku.Grid(b.Givens).Within(n) {
		return fmt.Errorf("batch %d: value %d among givens of %d digits", b.First, slices.Max(b.Givens), n)
	}
	for i, s := range b.soft {
		if int(s.puzzle) >= b.Len() || int(s.cell) >= cells {
			return fmt.Errorf("batch %d: a soft clue of puzzle %d is out of range", b.First, s.puzzle)
		}
		if err := s.clue().Check(n); err != nil {
			return fmt.Errorf("batch %d: soft clue in cell %d of puzzle %d: %w", b.First, s.cell, s.puzzle, err)
		}
		if b.Givens[int(s.puzzle)*cells+int(s.cell)] != 0 || i > 0 && compareClues(b.soft[i-1], s) >= 0 {
			return fmt.Errorf("batch %d: a soft clue of puzzle %d is on a given cell or out of order", b.First,
				s.puzzle)
		}
	}
	if len(b.clauses) != 0 && len(b.clauses) != b.Len() {
		return fmt.Errorf("batch %d: numbers of clauses for %d puzzles of %d", b.First, len(b.clauses), b.Len())
	}
	return nil
}

// compareClues orders soft clues by puzzle and cell.
func compareClues(a, b softClue) int {
	return cmp.Or(cmp.Compare(a.puzzle, b.puzzle), cmp.Compare(a.cell, b.cell))
}
