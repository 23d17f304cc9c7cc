package page

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/work/record"
)

// grid is a puzzle as tables of HTML, one for each layer, which scripts and style sheets make a board.
type grid struct {
	Puzzle, Geometry      string
	N, Rows, Cols, Layers int
	Outside               string // classes: how many cells stand outside of the grid on each side
	Tables                []sheetTable
}

// sheetTable is a grid, or a layer of one with three dimensions.
type sheetTable struct {
	Label string
	Rows  [][]gridCell
}

// gridCell is a cell with the data that its style and a screen reader need.
type gridCell struct {
	Cell             int // its number
	ID, Class, Label string
	Digit            string
	K                int // columns of marks, 0 for none
	Marks            []mark
}

// mark is the place of a candidate in a cell; Text is "" if the digit is none.
type mark struct {
	Digit       int
	Text, Class string
}

// maxMarks is the largest number of digits of which each has a place of its own in a cell.
const maxMarks = 16

// newGrid draws the state of a puzzle and the step that comes next, if there is one: classes for the style sheet, labels
// for screen readers.
func newGrid(r *record.Replay, beyond *record.Beyond, step *sudoku.Step, marks bool) *grid {
	g := r.Puzzle.Geometry()
	d := &drawing{g: g, state: r, marks: marks, regions: g.Regions(), place: map[int]int{},
		strike:  map[int]sudoku.Digits{},
		pattern: map[int]bool{}, extra: map[int]bool{}, soft: map[int]sudoku.Digits{}}
	for _, clue := range r.Puzzle.Soft() {
		d.soft[clue.Cell] = clue.Allowed
	}
	if step != nil {
		for _, c := range step.Place {
			d.place[c.Cell] = c.Digit
		}
		for _, c := range step.Strike {
			d.strike[c.Cell] = d.strike[c.Cell].With(c.Digit)
		}
		for _, c := range step.Cells {
			d.pattern[c] = true
		}
	}
	for _, h := range g.Houses() {
		for _, c := range h.Cells {
			d.extra[c] = d.extra[c] || h.Kind == sudoku.Diagonal || h.Kind == sudoku.Window
		}
	}
	out := &grid{Puzzle: r.Puzzle.String(), Geometry: g.String(), N: g.N(), Rows: g.Rows(),
		Cols: g.Cols(), Layers: g.Layers()}
	if beyond != nil {
		d.labelled, out.Outside = beyond.Labelled, " beyond"
		for i, side := range []string{"top", "right", "bottom", "left"} {
			out.Outside += fmt.Sprintf(" %s%d", side, beyond.Outside[i])
		}
	}
	for layer := range g.Layers() {
		t := sheetTable{Label: fmt.Sprintf("puzzle, %d rows and %d columns", g.Rows(), g.Cols())}
		if g.Layers() > 1 {
			t.Label = fmt.Sprintf("layer %d", layer+1)
		}
		for row := range g.Rows() {
			var cells []gridCell
			for col := range g.Cols() {
				cells = append(cells, d.cell(layer, row, col))
			}
			t.Rows = append(t.Rows, cells)
		}
		out.Tables = append(out.Tables, t)
	}
	return out
}

// drawing is a grid under way.
type drawing struct {
	g              *sudoku.Geometry
	state          *record.Replay
	marks          bool
	regions        []int
	place          map[int]int
	strike         map[int]sudoku.Digits
	pattern, extra map[int]bool
	soft           map[int]sudoku.Digits // what soft clues allow
	labelled       []int                 // cells with a text in a corner
}

// cell returns a cell with its class and borders.
func (d *drawing) cell(layer, row, col int) gridCell {
	g := d.g
	n := (layer*g.Rows()+row)*g.Cols() + col
	c := gridCell{Cell: n, ID: g.CellName(n), Class: "cell" + d.borders(n, layer, row, col)}
	name := fmt.Sprintf("row %d column %d", row+1, col+1)
	if g.Layers() > 1 {
		name = fmt.Sprintf("layer %d %s", layer+1, name)
	}
	digit, placed := d.place[n]
	v := int(d.state.Values[n])
	if d.extra[n] {
		c.Class += " extra"
	}
	if slices.Contains(d.labelled, n) {
		c.Class += " labelled"
	}
	if d.pattern[n] {
		c.Class += " pattern"
		name += ", in the pattern"
	}
	switch {
	case d.state.Puzzle.Givens()[n] != 0:
		c.Class, c.Digit, c.Label = c.Class+" given", g.Alphabet().Symbol(v), name+", given "+g.Alphabet().Symbol(v)
	case v != 0:
		c.Class, c.Digit, c.Label = c.Class+" found", g.Alphabet().Symbol(v), name+", "+g.Alphabet().Symbol(v)
	default:
		c.Label = name + ", empty"
		soft, isSoft := d.soft[n]
		if isSoft {
			c.Class, c.Label = c.Class+" soft", c.Label+", one of "+d.symbols(soft)
		}
		switch {
		case placed:
			c.Class, c.Digit = c.Class+" place", g.Alphabet().Symbol(digit)
			c.Label += ", becomes " + c.Digit
		case d.marks:
			d.candidates(&c, n)
		case isSoft:
			d.drawMarks(&c, soft, 0)
		}
	}
	return c
}

// borders are the sides at which the region of a cell ends.
func (d *drawing) borders(n, layer, row, col int) (classes string) {
	g := d.g
	for _, side := range []struct {
		class    string
		row, col int
	}{{" bt", row - 1, col}, {" br", row, col + 1}, {" bb", row + 1, col}, {" bl", row, col - 1}} {
		outside := side.row < 0 || side.row >= g.Rows() || side.col < 0 || side.col >= g.Cols()
		if outside || d.regions[(layer*g.Rows()+side.row)*g.Cols()+side.col] != d.regions[n] {
			classes += side.class
		}
	}
	return classes
}

// candidates adds what may still be in a cell, each digit at its place.
func (d *drawing) candidates(c *gridCell, n int) {
	left, struck := d.state.Marks[n], d.strike[n]&d.state.Marks[n]
	d.drawMarks(c, left, struck)
	c.Label += ", candidates " + d.symbols(left)
	if struck != 0 {
		c.Class += " struck"
		c.Label += ", strike " + d.symbols(struck)
	}
}

// drawMarks adds marks of digits, some of them struck, if there is room for all.
func (d *drawing) drawMarks(c *gridCell, digits, struck sudoku.Digits) {
	if d.g.N() > maxMarks {
		return
	}
	for c.K = 1; c.K*c.K < d.g.N(); c.K++ {
	}
	for digit := 1; digit <= d.g.N(); digit++ {
		m := mark{Digit: digit}
		if digits.Has(digit) {
			m.Text = d.g.Alphabet().Symbol(digit)
			if struck.Has(digit) {
				m.Class = " strike"
			}
		}
		c.Marks = append(c.Marks, m)
	}
}

// symbols are digits in words.
func (d *drawing) symbols(digits sudoku.Digits) string {
	var all []string
	for digit := 1; digit <= d.g.N(); digit++ {
		if digits.Has(digit) {
			all = append(all, d.g.Alphabet().Symbol(digit))
		}
	}
	return strings.Join(all, " ")
}
