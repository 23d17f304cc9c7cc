package fpuzzles

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/formats/internal/draft"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
	"github.com/sudokuctl/sudokuctl/core/sudoku/constraint"
)

// object is a JSON object whose keys are written in order.
type object map[string]any

// writer collects what is written.
type writer struct {
	object
	n int
	g *sudoku.Geometry
	b *constraint.Board
	p *sudoku.Puzzle
}

// Write returns a puzzle as JSON, or why there is no room for it.
func Write(p *sudoku.Puzzle, title, author string, solution sudoku.Grid) ([]byte, error) {
	g := p.Geometry()
	b, err := g.Board()
	if err != nil || g.N() > draft.MostN || g.Rows() != g.N() || !draft.Numeric(b) || b.Least != 1 {
		return nil, fmt.Errorf("geometry %q", g)
	}
	w := &writer{object: object{"size": g.N()}, n: g.N(), g: g, b: b, p: p}
	if title != "" {
		w.object["title"] = title
	}
	if author != "" {
		w.object["author"] = author
	}
	if solution != nil {
		digits := make([]int, len(solution))
		for i, v := range solution {
			digits[i] = int(v)
		}
		w.object["solution"] = digits
	}
	if err := w.grid(); err != nil {
		return nil, err
	}
	w.flags()
	for _, c := range p.Constraints() {
		if err := w.constraint(&c); err != nil {
			return nil, err
		}
	}
	return json.Marshal(w.object)
}

// grid writes the size and the cells.
func (w *writer) grid() error {
	rows := make([][]object, w.n)
	boxRows, _ := w.g.BoxSize()
	for cell, v := range w.p.Givens() {
		o := object{}
		if v != 0 {
			o["value"], o["given"] = int(v), true
		}
		switch region := w.b.Regions[cell]; {
		case boxRows == draft.UsualRows(w.n) && boxRows > 0:
		case region < 0:
			o["region"] = nil
		default:
			o["region"] = region
		}
		rows[cell/w.n] = append(rows[cell/w.n], o)
	}
	for _, s := range w.p.Soft() {
		if s.Prob != nil {
			return fmt.Errorf("probabilities")
		}
		rows[s.Cell/w.n][s.Cell%w.n]["givenPencilMarks"] = slices.Collect(clause.Digits(s.Allowed).All)
	}
	w.object["grid"] = rows
	return nil
}

// flags states the houses beyond rows, columns and regions.
func (w *writer) flags() {
	for _, h := range w.g.Houses() {
		switch h.Kind {
		case sudoku.Diagonal:
			w.object["diagonal+"], w.object["diagonal-"] = true, true
		case sudoku.Window:
			w.put("extraregion", object{"cells": w.cells(h.Cells)})
		case sudoku.Group:
			w.object["disjointgroups"] = true
		case sudoku.Knight:
			w.object["antiknight"] = true
		case sudoku.King:
			w.object["antiking"] = true
		}
	}
}

// put adds an object under a key.
func (w *writer) put(key string, o object) {
	list, _ := w.object[key].([]object)
	w.object[key] = append(list, o)
}

// name returns the name of a place, which may be outside the grid; rows and columns count from 0.
func name(row, col int) string { return fmt.Sprintf("R%dC%d", row+1, col+1) }

// cells returns the names of cells.
func (w *writer) cells(cells []int) []string {
	names := make([]string, len(cells))
	for i, cell := range cells {
		names[i] = name(cell/w.n, cell%w.n)
	}
	return names
}

// constraint writes one constraint under its key.
func (w *writer) constraint(c *constraint.Constraint) error {
	if w.negative(c.Name) {
		return nil
	}
	row := draft.Called(c.Name)
	if row == nil || row.Key == "" || strings.Contains(c.Value, ".") && row.Form != draft.Particular {
		return fmt.Errorf("constraint %q", c.Name)
	}
	o := object{}
	if c.Value != "" {
		o["value"] = c.Value
	}
	cells := c.Lists[0]
	switch row.Form {
	case draft.Lines:
		o["lines"] = [][]string{w.cells(cells)}
	case draft.Set:
		o["cells"] = w.cells(cells)
	case draft.Each:
		for _, cell := range cells {
			w.put(row.Key, object{"cell": name(cell/w.n, cell%w.n)})
		}
		return nil
	case draft.Outside:
		if len(cells) != w.n || cells[0]/w.n != cells[1]/w.n && cells[0]%w.n != cells[1]%w.n || !w.beside(cells, o) {
			return fmt.Errorf("constraint %q of a part of a row or column", c.Name)
		}
	default:
		if !w.particular(c, o) {
			return fmt.Errorf("constraint %q", c.Name)
		}
	}
	w.put(row.Key, o)
	return nil
}

// beside sets the place outside the grid from which a straight line of cells to the other edge is seen.
func (w *writer) beside(cells []int, o object) bool {
	row, col := cells[0]/w.n, cells[0]%w.n
	down, right := cells[1]/w.n-row, cells[1]%w.n-col
	if !slices.Equal(cells, draft.Line(w.n, row, col, down, right)) {
		return false
	}
	row, col = row-down, col-right
	o["cell"] = name(row, col)
	return row < 0 || col < 0 || row == w.n || col == w.n
}

// particular writes what has a form of its own.
func (w *writer) particular(c *constraint.Constraint, o object) bool {
	cells := c.Lists[0]
	switch c.Name {
	case "x", "v":
		o["cells"], o["value"] = w.cells(cells), strings.ToUpper(c.Name)
	case "clone":
		o["cells"], o["cloneCells"] = w.cells(cells), w.cells(c.Lists[1])
	case "quad":
		var digits []int
		for symbol := range strings.SplitSeq(c.Value, ".") {
			digit, _ := w.b.Digit(symbol)
			digits = append(digits, digit)
		}
		delete(o, "value")
		o["cells"], o["values"] = w.cells(cells), digits
	case "arrow":
		var lines [][]string
		for _, shaft := range c.Lists[1:] {
			lines = append(lines, append(w.cells([]int{w.nearest(cells, shaft[0])}), w.cells(shaft)...))
		}
		o["cells"], o["lines"] = w.cells(cells), lines
	case "little-killer":
		step := cells[min(1, len(cells)-1)] - cells[0]
		for direction, d := range directions {
			if step == d[0]*w.n+d[1] {
				o["direction"], o["cells"] = direction, w.cells(cells)
				return w.beside(cells, o)
			}
		}
		return false
	}
	return true
}

// nearest returns the cell of a circle that is nearest to another.
func (w *writer) nearest(circle []int, to int) int {
	distance := func(a int) int {
		down, right := a/w.n-to/w.n, a%w.n-to%w.n
		return down*down + right*right
	}
	return slices.MinFunc(circle, func(a, b int) int { return distance(a) - distance(b) })
}

// negative writes what says that marks are complete; it spares pairs with any dot.
func (w *writer) negative(all string) bool {
	valued, dots := false, false
	for _, c := range w.p.Constraints() {
		dots = dots || c.Name == "white" || c.Name == "black"
		valued = valued || c.Name == "white" && c.Value != ""
	}
	if all == "nonconsecutive" && dots || valued && (all == "all-white" || all == "all-dots") {
		return false
	}
	names := map[string][]string{"nonconsecutive": {""}, "all-white": {""}, "all-xv": {"xv"}, "all-black": {"ratio"},
		"all-dots": {"", "ratio"}}[all]
	for _, name := range names {
		if name == "" {
			w.object["nonconsecutive"] = true
			continue
		}
		list, _ := w.object["negative"].([]string)
		w.object["negative"] = append(list, name)
	}
	return names != nil
}
