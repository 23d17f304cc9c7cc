package formats

import (
	"bytes"
	"fmt"
	"html"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Measures of an A4 page in millimetres.
const (
	pageWidth, pageHeight = 210.0, 297.0
	margin, gutter        = 15.0, 10.0
	captionHeight         = 8.0
)

// columnsOf returns the columns and rows of drawings on a page of n.
func columnsOf(n int) (columns, rows int) {
	switch {
	case n <= 2:
		return 1, n
	case n <= 6:
		return 2, (n + 1) / 2
	}
	return 3, (n + 2) / 3
}

func drawPage(drawings []drawing, perPage, number int) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%vmm" height="%vmm" viewBox="0 0 %[1]v %[2]v" `+
		`font-family="Helvetica, Arial, sans-serif" text-anchor="middle">`+"\n", pageWidth, pageHeight)
	fmt.Fprintf(&b, `<rect width="%v" height="%v" fill="white"/>`+"\n", pageWidth, pageHeight)
	columns, rows := columnsOf(perPage)
	width := (pageWidth - 2*margin - gutter*float64(columns-1)) / float64(columns)
	height := (pageHeight - 2*margin - gutter*float64(rows-1)) / float64(rows)
	side := min(width, height-captionHeight)
	for i, d := range drawings {
		x := margin + float64(i%columns)*(width+gutter) + (width-side)/2
		y := margin + float64(i/columns)*(height+gutter) + captionHeight
		d.draw(&b, x, y, side)
	}
	fmt.Fprintf(&b, `<text x="%v" y="%v" font-size="3.5">%d</text>`+"\n</svg>\n", pageWidth/2, pageHeight-7, number)
	return b.Bytes()
}

// draw draws one grid with its upper left corner at x, y.
func (d *drawing) draw(b *bytes.Buffer, x, y, side float64) {
	fmt.Fprintf(b, `<g transform="translate(%.2f %.2f)">`+"\n", x, y)
	fmt.Fprintf(b, `<text x="0" y="-2.5" font-size="4" text-anchor="start">%s</text>`+"\n", html.EscapeString(d.caption))
	unit := side / float64(d.puzzle.Geometry.Cols())
	d.lines(b, unit)
	for cell, v := range d.grid {
		d.symbol(b, cell, int(v), unit)
	}
	for _, s := range d.puzzle.Soft {
		if d.grid[s.Cell] == 0 {
			d.marks(b, s, unit)
		}
	}
	b.WriteString("</g>\n")
}

// lines draws the lines between cells, thick between regions.
func (d *drawing) lines(b *bytes.Buffer, unit float64) {
	g := d.puzzle.Geometry
	regions := g.Regions()
	var thin, thick bytes.Buffer
	for cell, region := range regions {
		row, column := cell/g.Cols(), cell%g.Cols()
		if column > 0 {
			out := &thin
			if regions[cell-1] != region {
				out = &thick
			}
			fmt.Fprintf(out, "M%.2f %.2fv%.2f", float64(column)*unit, float64(row)*unit, unit)
		}
		if row > 0 {
			out := &thin
			if regions[cell-g.Cols()] != region {
				out = &thick
			}
			fmt.Fprintf(out, "M%.2f %.2fh%.2f", float64(column)*unit, float64(row)*unit, unit)
		}
	}
	fmt.Fprintf(b, `<path d="%s" stroke="#888" stroke-width="%.2f" fill="none"/>`+"\n", thin.Bytes(), unit/50)
	width, height := float64(g.Cols())*unit, float64(g.Rows())*unit
	fmt.Fprintf(b, `<path d="%sM0 0h%.2fv%.2fh%.2fz" stroke="black" stroke-width="%.2f" fill="none" `+
		`stroke-linecap="square"/>`+"\n", thick.Bytes(), width, height, -width, unit/16)
}

// symbol draws the digit of a cell, a given in bold.
func (d *drawing) symbol(b *bytes.Buffer, cell, digit int, unit float64) {
	if digit == 0 {
		return
	}
	g := d.puzzle.Geometry
	weight := ""
	if d.puzzle.Givens[cell] != 0 {
		weight = ` font-weight="bold"`
	}
	text := g.Alphabet().Symbol(digit)
	size := 0.62 * unit
	if len(text) > 1 && g.Alphabet().Spaced() {
		size = 0.45 * unit
	}
	fmt.Fprintf(b, `<text x="%.2f" y="%.2f" font-size="%.2f"%s>%s</text>`+"\n", (float64(cell%g.Cols())+0.5)*unit,
		(float64(cell/g.Cols())+0.5)*unit+0.36*size, size, weight, html.EscapeString(text))
}

// marks draws the digits that a soft clue allows, small.
func (d *drawing) marks(b *bytes.Buffer, s sudoku.SoftClue, unit float64) {
	g := d.puzzle.Geometry
	text := ""
	for digit := range s.Allowed.All {
		text += g.Alphabet().Symbol(digit)
	}
	fmt.Fprintf(b, `<text x="%.2f" y="%.2f" font-size="%.2f" fill="#555">%s</text>`+"\n",
		(float64(s.Cell%g.Cols())+0.5)*unit, (float64(s.Cell/g.Cols())+0.25)*unit,
		min(0.22*unit, 1.5*unit/float64(len(text))), html.EscapeString(text))
}
