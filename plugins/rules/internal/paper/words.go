package paper

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// words writes the hint in the words of the paper: cells by column and row, boxes as minigrids; a hidden single is a
// solitary number, a naked pair clones, a naked triplet a triad.
func (m *eliminator) words(et int) string {
	h := &m.Hint
	if et == 1 {
		return fmt.Sprintf("ET-I: %s is the only possible value for cell %s.", m.DigitName(h.Digit), m.cell(h.Cell))
	}
	house := m.minigrid(h.Houses[0])
	if et == 2 {
		return fmt.Sprintf("ET-II: %s is a solitary number of %s, in cell %s.", m.DigitName(h.Digit), house, m.cell(h.Cell))
	}
	var values, gone uint64
	for _, c := range h.Cells {
		values |= m.Cand[c]
	}
	var from []int
	for _, s := range h.Strikes {
		gone |= 1 << s.V
		if !slices.Contains(from, s.Cell) {
			from = append(from, s.Cell)
		}
	}
	what := "ET-III: clones"
	if et == 4 {
		what = "ET-IV: a triad"
	}
	possible := "possible values"
	if bits.OnesCount64(gone) == 1 {
		possible = "a possible value"
	}
	return fmt.Sprintf("%s %s in cells %s of %s; we can eliminate %s as %s for %s.", what, m.digits(values), m.cellList(h.Cells),
		house, m.DigitNames(gone), possible, m.cellList(from))
}

// cell names a cell by its column, then its row: "(7,2)".
func (m *eliminator) cell(c int) string {
	if m.Geometry.Layers() > 1 {
		return m.CellName(c)
	}
	return fmt.Sprintf("(%d,%d)", c%m.Geometry.Cols()+1, c/m.Geometry.Cols()+1)
}

func (m *eliminator) cellList(cells []int) string {
	names := make([]string, len(cells))
	for i, c := range cells {
		names[i] = m.cell(c)
	}
	return strings.Join(names, ", ")
}

// minigrid names a house: boxes are minigrids.
func (m *eliminator) minigrid(house int) string {
	name := m.HouseName(house)
	if m.Houses[house].Kind == sudoku.Box {
		return "minigrid" + strings.TrimPrefix(name, "box")
	}
	return name
}

// digits writes digits without a space: "23".
func (m *eliminator) digits(set uint64) (text string) {
	for ; set != 0; set &= set - 1 {
		text += m.DigitName(bits.TrailingZeros64(set))
	}
	return text
}
