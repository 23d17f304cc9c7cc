package formats

import (
	"bufio"
	"fmt"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// writeSS writes Simple Sudoku's picture.
func writeSS(w *bufio.Writer, r Record) error {
	if err := classicOnly(r.Puzzle); err != nil {
		return err
	}
	cells := r.Puzzle.CellText()
	w.WriteString("*-----------*\n")
	for i := range 9 {
		if i == 3 || i == 6 {
			w.WriteString("|---+---+---|\n")
		}
		row := cells[9*i : 9*i+9]
		fmt.Fprintf(w, "|%s|%s|%s|\n", row[:3], row[3:6], row[6:])
	}
	_, err := w.WriteString("*-----------*\n\n")
	return err
}

// writeGrid writes a picture of a puzzle whose geometry follows from its size.
func writeGrid(w *bufio.Writer, r Record) error {
	p := r.Puzzle
	n := p.Geometry().N()
	if p.Geometry().String() != fmt.Sprint(n) || bandRows[n] == 0 || !p.Plain() {
		return fmt.Errorf("drawing a puzzle of geometry %q: %w", p.Geometry(), ErrUnfit)
	}
	rows, columns := p.Geometry().BoxSize()
	rule := "+" + strings.Repeat(strings.Repeat("-", 2*columns+1)+"+", n/columns) + "\n"
	for i := range n {
		if i%rows == 0 {
			w.WriteString(rule)
		}
		w.WriteString(pictureRow(p, i, columns))
	}
	_, err := w.WriteString(rule + "\n")
	return err
}

func pictureRow(p *sudoku.Puzzle, row, columns int) string {
	var b strings.Builder
	for c := range p.Geometry().N() {
		if c%columns == 0 {
			b.WriteString("| ")
		}
		b.WriteString(p.Geometry().Alphabet().Symbol(int(p.Givens()[p.Geometry().CellAt(row, c)])) + " ")
	}
	return b.String() + "|\n"
}
