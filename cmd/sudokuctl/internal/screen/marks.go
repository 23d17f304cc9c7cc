package screen

import (
	"strconv"
	"strings"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/work"
)

// PictureOfStep draws the grid as it is before a step is applied: values, pencil marks where wanted, the
// cells of the pattern, the value to enter and the candidates to strike in colours of their own. Rows and
// columns are numbered.
func PictureOfStep(a *app.App, r *work.Replay, s sudoku.Step, marks bool) string {
	g := r.Puzzle.Geometry
	width := max(len([]rune(g.Alphabet().Symbol(g.N()))), len(strconv.Itoa(g.Cols())))
	if marks {
		for cell, v := range r.Values {
			if v == 0 {
				width = max(width, len([]rune(markText(g, r.Marks[cell]))))
			}
		}
	}
	paint := painter(a, r, s, marks)
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
func painter(a *app.App, r *work.Replay, s sudoku.Step, marks bool) func(cell int) (text string, length int) {
	g := r.Puzzle.Geometry
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
		symbol := g.Alphabet().Symbol(int(r.Values[cell]))
		digit, placed := place[cell]
		switch {
		case placed:
			symbol = g.Alphabet().Symbol(digit)
			return paint(a, stylePlace, symbol), len([]rune(symbol))
		case r.Values[cell] == 0 && marks:
			return paintMarks(a, g, r.Marks[cell], strike[cell], pattern[cell])
		case r.Puzzle.Givens[cell] != 0:
			return paint(a, styleGiven, symbol), len([]rune(symbol))
		case pattern[cell] || strike[cell] != 0:
			return paint(a, stylePattern, symbol), len([]rune(symbol))
		}
		return symbol, len([]rune(symbol))
	}
}

func paintMarks(a *app.App, g *sudoku.Geometry, marks, strike sudoku.Digits,
	pattern bool) (text string, length int) {
	for d := range marks.All {
		symbol := g.Alphabet().Symbol(d)
		length += len([]rune(symbol))
		switch {
		case strike.Has(d):
			text += paint(a, styleStrike, symbol)
		case pattern:
			text += paint(a, stylePattern, symbol)
		default:
			text += paint(a, styleDim, symbol)
		}
	}
	return text, length
}
