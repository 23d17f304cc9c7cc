package main

import (
	"strconv"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// pictureOfStep draws the grid as it is before a step is applied: values, pencil marks where wanted, the
// cells of the pattern, the value to enter and the candidates to strike in colours of their own. Rows and
// columns are numbered.
func (a *app) pictureOfStep(r *replay, s sudoku.Step, marks bool) string {
	g := r.puzzle.Geometry
	width := max(len([]rune(g.Alphabet().Symbol(g.N()))), len(strconv.Itoa(g.Cols())))
	if marks {
		for cell, v := range r.values {
			if v == 0 {
				width = max(width, len([]rune(markText(g, r.marks[cell]))))
			}
		}
	}
	paint := a.painter(r, s, marks)
	return newGridArt(g, width).number().draw(func(cell int) string {
		text, length := paint(cell)
		return text + strings.Repeat(" ", max(0, width-length))
	})
}

func markText(g *sudoku.Geometry, marks sudoku.Digits) string {
	var b strings.Builder
	for d := range marks.All {
		b.WriteString(g.Alphabet().Symbol(d))
	}
	return b.String()
}

// painter returns the text of a cell, in colours where wanted, and its length without them.
func (a *app) painter(r *replay, s sudoku.Step, marks bool) func(cell int) (text string, length int) {
	g := r.puzzle.Geometry
	place, strike, pattern := map[int]int{}, map[int]sudoku.Digits{}, map[int]bool{}
	for _, c := range s.Place {
		place[c.Cell] = c.Digit
	}
	for _, c := range s.Strike {
		strike[c.Cell] = strike[c.Cell].With(c.Digit)
	}
	for _, c := range s.Cells {
		pattern[c] = true
	}
	return func(cell int) (string, int) {
		symbol := g.Alphabet().Symbol(int(r.values[cell]))
		digit, placed := place[cell]
		switch {
		case placed:
			symbol = g.Alphabet().Symbol(digit)
			return a.paint(stylePlace, symbol), len([]rune(symbol))
		case r.values[cell] == 0 && marks:
			return a.paintMarks(g, r.marks[cell], strike[cell], pattern[cell])
		case r.puzzle.Givens[cell] != 0:
			return a.paint(styleGiven, symbol), len([]rune(symbol))
		case pattern[cell] || strike[cell] != 0:
			return a.paint(stylePattern, symbol), len([]rune(symbol))
		}
		return symbol, len([]rune(symbol))
	}
}

func (a *app) paintMarks(g *sudoku.Geometry, marks, strike sudoku.Digits,
	pattern bool) (text string, length int) {
	for d := range marks.All {
		symbol := g.Alphabet().Symbol(d)
		length += len([]rune(symbol))
		switch {
		case strike.Has(d):
			text += a.paint(styleStrike, symbol)
		case pattern:
			text += a.paint(stylePattern, symbol)
		default:
			text += a.paint(styleDim, symbol)
		}
	}
	return text, length
}
