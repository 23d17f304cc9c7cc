package papers

import (
	"fmt"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/picture"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// drawPuzzle draws a puzzle without candidates.
func drawPuzzle(title string, p *sudoku.Puzzle) *picture.Picture {
	return drawState(title, &sudoku.State{Puzzle: p, Values: p.Givens().Clone()}, nil)
}

// drawMarked draws a puzzle with what its cells can hold.
func drawMarked(title string, p *sudoku.Puzzle) *picture.Picture {
	return drawState(title, &sudoku.State{Puzzle: p, Values: p.Givens().Clone(), Candidates: p.Candidates()}, nil)
}

// drawState draws a state with its candidates, if it has some. Of a step, unless it is nil, the cells that it argues with
// are shaded, the values that it finds are green and the candidates that it strikes are red.
func drawState(title string, state *sudoku.State, step *sudoku.Step) *picture.Picture {
	const side, left, top = 52.0, 24.0, 48.0
	g := state.Puzzle.Geometry()
	p := &picture.Picture{Unit: picture.Pixel, Title: title, Width: 2*left + side*float64(g.Cols()), Height: top + side*float64(g.Rows()) + 20}
	p.Write(left, 28, title, picture.Font{Size: 15, Bold: true})
	for cell := range g.Cells() {
		x, y := left+side*float64(cell%g.Cols()), top+side*float64(cell/g.Cols())
		style := picture.Style{Stroke: "#999999"}
		if step != nil && slices.Contains(step.Cells, cell) {
			style.Fill = "#fff2b3"
		}
		p.Rect(x, y, side, side, style)
		if digit := int(state.Values[cell]); digit != 0 {
			font := picture.Font{Size: 26, Anchor: picture.Middle, Bold: state.Puzzle.Givens()[cell] != 0}
			p.Write(x+side/2, y+side*0.68, g.Alphabet().Symbol(digit), font)
		} else if state.Candidates != nil {
			drawCandidates(p, x, y, side, state, step, cell)
		}
	}
	rows, columns := g.BoxSize()
	for row := 0; row <= g.Rows(); row += rows {
		p.Line(left, top+side*float64(row), left+side*float64(g.Cols()), top+side*float64(row), picture.Style{Stroke: "#000000", Width: 2})
	}
	for column := 0; column <= g.Cols(); column += columns {
		p.Line(left+side*float64(column), top, left+side*float64(column), top+side*float64(g.Rows()), picture.Style{Stroke: "#000000", Width: 2})
	}
	return p
}

// drawCandidates writes the candidates of a cell in three columns.
func drawCandidates(p *picture.Picture, x, y, side float64, state *sudoku.State, step *sudoku.Step, cell int) {
	for digit := range state.Candidates[cell].All {
		font := picture.Font{Size: 12, Anchor: picture.Middle, Colour: "#555555"}
		here := sudoku.Candidate{Cell: cell, Digit: digit}
		if step != nil && slices.Contains(step.Strike, here) {
			font.Colour, font.Bold = "#d62728", true
		}
		if step != nil && slices.Contains(step.Place, here) {
			font.Colour, font.Bold = "#2ca02c", true
		}
		third := side / 3
		p.Write(x+third*(float64((digit-1)%3)+0.5), y+third*(float64((digit-1)/3)+0.8), fmt.Sprint(digit), font)
	}
}
