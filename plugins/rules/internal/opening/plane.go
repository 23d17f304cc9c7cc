package opening

import "math/bits"

// plane is a set of cells: rows 1 to 3 in bits 0 … 26 of the first word, rows 4 to 6 in its bits 32 … 58, rows 7 to 9 in
// bits 0 … 26 of the second. A cell's position is its bit, those of the second word counted from 64.
type plane struct{ upper, lower uint64 }

const (
	everyRow   = 0x0004020100040201 // the first cell of each row, in both halves of a word
	everyBox   = 0x0000004900000049 // the first cell of each box
	fromRow    = 0x1FF              // times first cells of rows: their rows
	fromBox    = 0x1C0E07           // times first cells of boxes: their boxes
	fromColumn = 0x0004020100040201 // times cells of the first row: their columns
)

// everyCell are all cells.
var everyCell = plane{0x07FFFFFF07FFFFFF, 0x07FFFFFF}

var (
	positions [81]uint8   // cell → its position
	cells     [128]uint8  // position → the cell
	peers     [128]plane  // position → the peers of the cell
	given     [128]uint32 // position → the houses of the cell: rows in bits 0 … 8, columns from bit 9, boxes from bit 18
	houses    [27]plane   // boxes, columns and rows, as Sudoku Explainer scans them
	rowsOf    [8]uint64   // set of three rows → all cells of them in a band
	boxesOf   [8]uint64   // set of three boxes → all cells of them in a band
	ninthsOf  [512]uint16 // set of cells of a line → the ninths that have one in bits 0 … 2, several in bits 3 … 5
	turned    [512]uint16 // set of ninths, box by box → the same line by line
	pointing  [512]uint16 // set of ninths that hold a digit → those to which it is confined in a box, and not in the line
	claiming  [512]uint16 // the same with box and line exchanged
)

func init() {
	for c := range 81 {
		row, col := c/9, c%9
		box := row/3*3 + col/3
		at := c/54*64 + c%54/27*32 + c%27
		positions[c], cells[at] = uint8(at), uint8(c)
		given[at] = 1<<row | 1<<(9+col) | 1<<(18+box)
		for _, h := range [...]int{box, 9 + col, 18 + row} {
			houses[h] = houses[h].or(cellAt(at))
		}
	}
	for c, at := range positions {
		row, col := c/9, c%9
		for _, h := range [...]int{row/3*3 + col/3, 9 + col, 18 + row} {
			peers[at] = peers[at].or(houses[h])
		}
		peers[at] = peers[at].without(cellAt(int(at)))
	}
	for set := range 8 {
		for i := range 3 {
			if set>>i&1 == 1 {
				rowsOf[set] |= fromRow << (9 * i)
				boxesOf[set] |= fromBox << (3 * i)
			}
		}
	}
	for set := range 512 {
		for i := range 3 {
			switch bits.OnesCount(uint(set >> (3 * i) & 7)) {
			case 0:
			case 1:
				ninthsOf[set] |= 1 << i
			default:
				ninthsOf[set] |= 9 << i
			}
		}
		for i := range 9 {
			turned[set] |= uint16(set>>i&1) << (i%3*3 + i/3)
		}
	}
	for set := range uint16(512) {
		for i := range 9 {
			line, box := set&linesOf[i/3], set&crossedBy[i%3]
			self := set & (1 << i)
			if self != 0 && box == self && line != self {
				pointing[set] |= self
			}
			if self != 0 && line == self && box != self {
				claiming[set] |= self
			}
		}
	}
}

// linesOf and crossedBy are the ninths of a chute's lines and boxes.
var (
	linesOf   = [3]uint16{0o007, 0o070, 0o700}
	crossedBy = [3]uint16{0o111, 0o222, 0o444}
)

func (p plane) or(q plane) plane      { return plane{p.upper | q.upper, p.lower | q.lower} }
func (p plane) and(q plane) plane     { return plane{p.upper & q.upper, p.lower & q.lower} }
func (p plane) without(q plane) plane { return plane{p.upper &^ q.upper, p.lower &^ q.lower} }
func (p plane) isEmpty() bool         { return p.upper|p.lower == 0 }

// cellAt returns the cell at a position.
func cellAt(at int) plane {
	if at < 64 {
		return plane{1 << at, 0}
	}
	return plane{0, 1 << (at - 64)}
}

// first returns the position of the first cell of a plane that is not empty.
func (p plane) first() int {
	if p.upper != 0 {
		return bits.TrailingZeros64(p.upper)
	}
	return 64 + bits.TrailingZeros64(p.lower)
}

// bands returns the three bands of a plane.
func (p plane) bands() [3]uint32 {
	return [3]uint32{uint32(p.upper), uint32(p.upper >> 32), uint32(p.lower)}
}

// ninths returns, at the first cell of each of the ninths of a word's bands, whether it has a cell, and whether it has several.
// The other bits mean nothing.
func ninths(w uint64) (some, several uint64) {
	x, y := w>>1, w>>2
	return w | x | y, w&x | (w|x)&y
}

// aloneInRows returns the first cells of the rows that have one cell.
func aloneInRows(some, several uint64) uint64 {
	x, y := some>>3, some>>6
	return (some | x | y) &^ (some&x | (some|x)&y | several | several>>3 | several>>6) & everyRow
}

// aloneInBoxes returns the first cells of the boxes that have one cell.
func aloneInBoxes(some, several uint64) uint64 {
	x, y := some>>9, some>>18
	return (some | x | y) &^ (some&x | (some|x)&y | several | several>>9 | several>>18) & everyBox
}

// aloneInColumns returns the columns that have one cell of a plane, as cells of the first row.
func (p plane) aloneInColumns() uint64 {
	x, y := p.upper>>9, p.upper>>18
	some, several := p.upper|x|y, p.upper&x|(p.upper|x)&y
	x, y = p.lower>>9, p.lower>>18
	third, thirdSeveral := p.lower|x|y, p.lower&x|(p.lower|x)&y
	x = some >> 32
	return (some | x | third) &^ (some&x | (some|x)&third | several | several>>32 | thirdSeveral) & fromRow
}

// alone returns the cells of a plane that are alone in a house.
func (p plane) alone() plane {
	columns := p.aloneInColumns() * fromColumn
	some, several := ninths(p.upper)
	first := aloneInRows(some, several)*fromRow | aloneInBoxes(some, several)*fromBox | columns
	some, several = ninths(p.lower)
	second := aloneInRows(some, several)*fromRow | aloneInBoxes(some, several)*fromBox | columns
	return plane{p.upper & first, p.lower & second}
}

// aloneInBox returns the cells of a plane that are alone in a box.
func (p plane) aloneInBox() plane {
	return plane{p.upper & (aloneInBoxes(ninths(p.upper)) * fromBox), p.lower & (aloneInBoxes(ninths(p.lower)) * fromBox)}
}

// firstAloneLine returns the first line, columns before rows, that has one cell of a plane that has none alone in a box; 18 if
// there is none.
func (p plane) firstAloneLine() int {
	if columns := p.aloneInColumns(); columns != 0 {
		return bits.TrailingZeros64(columns)
	}
	alone := p.alone()
	if alone.isEmpty() {
		return 18
	}
	return 9 + int(cells[alone.first()])/9
}
