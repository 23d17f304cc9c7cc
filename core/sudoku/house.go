package sudoku

import "strconv"

// HouseKind says what sort of house a house is; it serves names and pictures, never the rules.
type HouseKind uint8

// The kinds of houses.
const (
	Row HouseKind = iota
	Column
	Box      // R×C boxes and jigsaw regions alike
	Diagonal // +x
	Window   // +w
	Group    // +g: the cells at the same place of their boxes
	Knight   // +n: two cells a knight's move apart
	King     // +k: two cells that touch at a corner
	Line     // a line of a cube, along layers, rows or columns
	Block    // a box of a slice of a cube
	Other    // a house that arrived without a kind
)

const houseLetters = "rcbdwgnklqh"

// House is a set of cells that must all differ.
type House struct {
	Kind  HouseKind
	Index int   // number among the houses of its kind, from 1
	Cells []int // increasing
}

// Name returns the house's short name: r1, c9, b5, d1, w4, …
func (h House) Name() string {
	letter := byte('h')
	if int(h.Kind) < len(houseLetters) {
		letter = houseLetters[h.Kind]
	}
	return string(letter) + strconv.Itoa(h.Index)
}

// IsLine reports whether the house is a row or a column.
func (h House) IsLine() bool { return h.Kind == Row || h.Kind == Column }
