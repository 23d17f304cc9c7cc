package logic

import (
	"math/bits"
	"slices"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// hint is what a technique has found: an optional placement, the candidates it removes, and the pattern
// behind it. One hint is reused for all steps of a puzzle, so that rating allocates nothing.
type hint struct {
	technique string
	rating    float64
	cell      int    // placed cell, -1 for none
	digit     int    // placed digit
	strikes   []mark // candidates to remove
	cells     []int  // the pattern's cells
	houses    []int  // the pattern's houses
	text      string // a sentence, only when the engine explains
}

// mark is a candidate: digit v of a cell.
type mark struct{ cell, v int }

func (h *hint) reset(technique string, rating float64) {
	h.technique, h.rating, h.cell, h.digit, h.text = technique, rating, -1, 0, ""
	h.strikes, h.cells, h.houses = h.strikes[:0], h.cells[:0], h.houses[:0]
}

// strikeAll adds the digits vs of a cell that are still candidates.
func (h *hint) strikeAll(b *board, cell int, vs uint64) {
	for vs &= b.cand[cell]; vs != 0; vs &= vs - 1 {
		h.strikes = append(h.strikes, mark{cell, bits.TrailingZeros64(vs)})
	}
}

// strikeSlots adds digit v at those slots of house i where it is a candidate.
func (h *hint) strikeSlots(b *board, i, v int, slots uint64) {
	for slots &= b.places(i, v); slots != 0; slots &= slots - 1 {
		h.strikes = append(h.strikes, mark{b.cellAt(i, slots), v})
	}
}

// addSlots adds the cells at some slots of house i to the pattern.
func (h *hint) addSlots(b *board, i int, slots uint64) {
	for ; slots != 0; slots &= slots - 1 {
		h.cells = append(h.cells, b.cellAt(i, slots))
	}
}

// apply changes the board as the hint says.
func (h *hint) apply(b *board) {
	for _, m := range h.strikes {
		b.strike(m.cell, m.v)
	}
	if h.cell >= 0 && b.can(h.cell, h.digit) {
		b.place(h.cell, h.digit)
	}
}

// step turns the hint into what the project's other packages know, for the board before it is applied.
func (h *hint) step(b *board) sudoku.Step {
	s := sudoku.Step{Technique: h.technique, Rating: h.rating, Cells: slices.Clone(h.cells), Text: h.text}
	if h.cell >= 0 {
		s.Place = []sudoku.Candidate{{Cell: h.cell, Digit: h.digit + 1}}
	}
	for _, m := range h.strikes {
		s.Strike = append(s.Strike, sudoku.Candidate{Cell: m.cell, Digit: m.v + 1})
	}
	for _, i := range h.houses {
		s.Why = append(s.Why, b.houses[i].Name())
	}
	return s
}

// Words for sentences.

func (f *frame) cellName(c int) string { return f.geometry.CellName(c) }

func (f *frame) cellNames(cells []int) string {
	names := make([]string, len(cells))
	for i, c := range cells {
		names[i] = f.cellName(c)
	}
	return list(names)
}

func (f *frame) digitName(v int) string { return f.geometry.Alphabet().Symbol(v + 1) }

func (f *frame) digitNames(vs uint64) string {
	var names []string
	for ; vs != 0; vs &= vs - 1 {
		names = append(names, f.digitName(bits.TrailingZeros64(vs)))
	}
	return list(names)
}

// houseName returns "box 3", "column 5" and so on.
func (f *frame) houseName(i int) string {
	h := f.houses[i]
	number := strings.TrimLeft(h.Name(), "abcdefghijklmnopqrstuvwxyz")
	return kindName(h.Kind) + " " + number
}

func (f *frame) houseNames(is []int) string {
	names := make([]string, len(is))
	for j, i := range is {
		names[j] = f.houseName(i)
	}
	return list(names)
}

func kindName(k sudoku.HouseKind) string {
	switch k {
	case sudoku.Row:
		return "row"
	case sudoku.Column:
		return "column"
	case sudoku.Box:
		return "box"
	case sudoku.Diagonal:
		return "diagonal"
	case sudoku.Window:
		return "window"
	case sudoku.Group:
		return "group"
	case sudoku.Line:
		return "line"
	case sudoku.Block:
		return "block"
	}
	return "house"
}

// list joins words as a sentence does: "a", "a and b", "a, b and c".
func list(words []string) string {
	switch len(words) {
	case 0:
		return "nothing"
	case 1:
		return words[0]
	}
	return strings.Join(words[:len(words)-1], ", ") + " and " + words[len(words)-1]
}

// struck says what the hint removes: "4 from r1c2; 5 and 6 from r2c2 and r3c2".
func (h *hint) struck(f *frame) string {
	var digits []uint64  // of each part
	var places [][]int32 // its cells
	for v := range f.n {
		var cells []int32
		for _, m := range h.strikes {
			if m.v == v {
				cells = append(cells, int32(m.cell))
			}
		}
		if len(cells) == 0 {
			continue
		}
		slices.Sort(cells)
		same := slices.IndexFunc(places, func(known []int32) bool { return slices.Equal(known, cells) })
		if same < 0 {
			digits, places = append(digits, 0), append(places, cells)
			same = len(places) - 1
		}
		digits[same] |= 1 << uint(v)
	}
	parts := make([]string, len(places))
	for i, cells := range places {
		names := make([]string, len(cells))
		for j, c := range cells {
			names[j] = f.cellName(int(c))
		}
		parts[i] = f.digitNames(digits[i]) + " from " + list(names)
	}
	if len(parts) == 0 {
		return "nothing"
	}
	return strings.Join(parts, "; ")
}
