package screen

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/work/record"
)

// gridArt draws grids of one geometry with lines between regions.
type gridArt struct {
	geometry *sudoku.Geometry
	regions  []int
	widths   []int  // of the text of a cell, by column
	height   int    // lines of the text of a cell
	between  []bool // by column: a line runs somewhere between it and the next
	below    []bool // by row of a layer
	margin   int    // columns of text left of the grid, for the numbers of rows; 0 for no numbers
}

// newGridArt returns a drawing of a geometry with cells of that width.
func newGridArt(g *sudoku.Geometry, width int) *gridArt {
	p := &gridArt{geometry: g, regions: g.Regions(), widths: slices.Repeat([]int{width}, g.Cols()), height: 1,
		between: make([]bool, g.Cols()), below: make([]bool, g.Rows())}
	for c := range g.Cells() {
		row, col := c/g.Cols()%g.Rows(), c%g.Cols()
		if col+1 < g.Cols() && p.regions[c] != p.regions[c+1] {
			p.between[col] = true
		}
		if row+1 < g.Rows() && p.regions[c] != p.regions[c+g.Cols()] {
			p.below[row] = true
		}
	}
	return p
}

// total is the width of the picture.
func (p *gridArt) total() int {
	total := p.margin + 1
	for col, width := range p.widths {
		total += 1 + width
		if p.between[col] || col == len(p.widths)-1 {
			total += 2
		}
	}
	return total
}

// cellText returns a line of the text of a cell and its length once styles are left out.
type cellText func(cell, line int) (text string, length int)

// draw returns the picture of all layers.
func (p *gridArt) draw(text cellText) string {
	var b strings.Builder
	for layer := range p.geometry.Layers() {
		if layer > 0 {
			b.WriteByte('\n')
		}
		p.layer(&b, layer, text)
	}
	return b.String()
}

// header writes the numbers of the columns.
func (p *gridArt) header(b *strings.Builder) {
	line := strings.Repeat(" ", p.margin+1)
	for col := range p.geometry.Cols() {
		line += fmt.Sprintf(" %-*d", p.widths[col], col+1)
		if p.between[col] {
			line += "  "
		}
	}
	b.WriteString(strings.TrimRight(line, " ") + "\n")
}

// layer draws a layer of a cube, or the only one.
func (p *gridArt) layer(b *strings.Builder, layer int, text cellText) {
	rows := p.geometry.Rows()
	if p.margin > 0 {
		p.header(b)
	}
	p.rule(b, layer, -1)
	for row := range rows {
		for line := range p.height {
			p.row(b, layer, row, line, text)
		}
		if p.height > 1 && row < rows-1 && !p.below[row] {
			p.rule(b, layer, row)
		}
		if row == rows-1 || p.below[row] {
			p.rule(b, layer, row)
		}
	}
}

// row draws a line of a row.
func (p *gridArt) row(b *strings.Builder, layer, row, line int, text cellText) {
	if p.margin > 0 {
		number := ""
		if line == 0 {
			number = strconv.Itoa(row + 1)
		}
		fmt.Fprintf(b, "%*s ", p.margin-1, number)
	}
	b.WriteString("│")
	for col := range p.geometry.Cols() {
		cell := p.cell(layer, row, col)
		shown, length := text(cell, line)
		b.WriteString(" " + shown + strings.Repeat(" ", max(0, p.widths[col]-length)))
		if last := col == p.geometry.Cols()-1; last || p.between[col] {
			line := " "
			if p.differ(cell, p.cell(layer, row, col+1)) {
				line = "│"
			}
			b.WriteString(" " + line)
		}
	}
	b.WriteByte('\n')
}

// rule draws the line below a row, -1 for the one above the first.
func (p *gridArt) rule(b *strings.Builder, layer, row int) {
	b.WriteString(strings.Repeat(" ", p.margin))
	p.corner(b, layer, row, -1)
	for col := range p.geometry.Cols() {
		line := " "
		if p.differ(p.cell(layer, row, col), p.cell(layer, row+1, col)) {
			line = "─"
		}
		b.WriteString(strings.Repeat(line, p.widths[col]+1))
		if col == p.geometry.Cols()-1 || p.between[col] {
			b.WriteString(line)
			p.corner(b, layer, row, col)
		}
	}
	b.WriteByte('\n')
}

// corners has the sign for each set of arms: 1 up, 2 right, 4 down, 8 left.
var corners = []rune(" ╵╶└╷│┌├╴┘─┴┐┤┬┼")

// corner draws the point right below a cell.
func (p *gridArt) corner(b *strings.Builder, layer, row, col int) {
	upLeft, upRight := p.cell(layer, row, col), p.cell(layer, row, col+1)
	downLeft, downRight := p.cell(layer, row+1, col), p.cell(layer, row+1, col+1)
	arms := 0
	for i, pair := range [][2]int{{upLeft, upRight}, {upRight, downRight}, {downLeft, downRight},
		{upLeft, downLeft}} {
		if p.differ(pair[0], pair[1]) {
			arms |= 1 << i
		}
	}
	b.WriteRune(corners[arms])
}

// cell returns the number of a cell, -1 outside the layer.
func (p *gridArt) cell(layer, row, col int) int {
	g := p.geometry
	if row < 0 || row >= g.Rows() || col < 0 || col >= g.Cols() {
		return -1
	}
	return (layer*g.Rows()+row)*g.Cols() + col
}

// differ reports whether a line runs between two neighbouring cells.
func (p *gridArt) differ(a, b int) bool {
	if a < 0 || b < 0 {
		return a != b
	}
	return p.regions[a] != p.regions[b]
}

// NotationOf returns a puzzle as a comment to stand above its picture, for the picture shows neither its constraints nor
// all of its geometry; empty if the picture shows everything.
func NotationOf(p *sudoku.Puzzle) string {
	if text := p.String(); strings.ContainsAny(text, ":~") {
		return "# " + text + "\n"
	}
	return ""
}

// PictureOf draws a solution of a puzzle: givens bold, found digits in colour, empty cells as dots.
func PictureOf(on *Streams, p *sudoku.Puzzle, grid sudoku.Grid) string {
	g := p.Geometry()
	width := len([]rune(g.Alphabet().Symbol(g.N())))
	return newGridArt(g, width).draw(func(cell, _ int) (string, int) {
		symbol := g.Alphabet().Symbol(int(grid[cell]))
		symbol = strings.Repeat(" ", width-len([]rune(symbol))) + symbol
		switch {
		case p.Givens()[cell] != 0:
			return paint(on, styleGiven, symbol), width
		case grid[cell] == 0:
			return paint(on, styleDim, symbol), width
		}
		return paint(on, styleFound, symbol), width
	})
}

// defaultWidth is how wide a picture with pencil marks may be if it is not for a terminal, or the terminal does not
// say.
const defaultWidth = 80

// PictureOfStep draws the grid as it is before a step is applied: values, pencil marks if wanted, the cells of the
// pattern, the value to enter and the candidates to strike in colours of their own. Rows and columns are numbered.
// Pencil marks stand in a row, or, where that is too wide, in a small square.
func PictureOfStep(on *Streams, r *record.Replay, s sudoku.Step, marks bool) string {
	g := r.Puzzle.Geometry()
	symbol := len([]rune(g.Alphabet().Symbol(g.N())))
	art := newGridArt(g, max(symbol, len(strconv.Itoa(g.Cols()))))
	art.margin = len(strconv.Itoa(g.Rows())) + 1
	p := newPainter(on, r, s)
	if !marks {
		return art.draw(func(cell, _ int) (string, int) { return p.value(cell) })
	}
	small := *art
	art.widths = make([]int, g.Cols())
	for cell, v := range r.Values {
		width := symbol
		if v == 0 {
			width = r.Marks[cell].Len() * symbol
		}
		col := cell % g.Cols()
		art.widths[col] = max(art.widths[col], width, small.widths[col])
	}
	across := cmp.Or(on.Width(), defaultWidth)
	side := int(math.Ceil(math.Sqrt(float64(g.N()))))
	for col := range small.widths {
		small.widths[col] = side * symbol
	}
	small.height = (g.N() + side - 1) / side
	if art.total() <= across || small.total() > across {
		return art.draw(func(cell, _ int) (string, int) { return p.marks(cell, sudoku.AllDigits(g.N())) })
	}
	return small.draw(func(cell, line int) (string, int) { return p.square(cell, line, side) })
}

// painter draws cells, in colours if they are wanted.
type painter struct {
	on      *Streams
	replay  *record.Replay
	place   map[int]int
	strike  map[int]sudoku.Digits
	pattern map[int]bool
}

// newPainter returns a painter of a step.
func newPainter(on *Streams, r *record.Replay, s sudoku.Step) *painter {
	p := &painter{on, r, map[int]int{}, map[int]sudoku.Digits{}, map[int]bool{}}
	for _, c := range s.Place {
		p.place[c.Cell] = c.Digit
	}
	for _, c := range s.Strike {
		p.strike[c.Cell] = p.strike[c.Cell].With(c.Digit)
	}
	for _, c := range s.Cells {
		p.pattern[c] = true
	}
	return p
}

// symbol returns the symbol of a digit.
func (p *painter) symbol(digit int) string {
	return p.replay.Puzzle.Geometry().Alphabet().Symbol(digit)
}

// value returns the text of a cell without pencil marks, and its length without colours.
func (p *painter) value(cell int) (string, int) {
	symbol := p.symbol(int(p.replay.Values[cell]))
	digit, placed := p.place[cell]
	switch {
	case placed:
		symbol = p.symbol(digit)
		return paint(p.on, stylePlace, symbol), len([]rune(symbol))
	case p.replay.Puzzle.Givens()[cell] != 0:
		return paint(p.on, styleGiven, symbol), len([]rune(symbol))
	case p.pattern[cell] || p.strike[cell] != 0:
		return paint(p.on, stylePattern, symbol), len([]rune(symbol))
	}
	return symbol, len([]rune(symbol))
}

// marks returns the text of a cell with some of its pencil marks, and its length without colours.
func (p *painter) marks(cell int, some sudoku.Digits) (text string, length int) {
	if _, placed := p.place[cell]; placed || p.replay.Values[cell] != 0 {
		return p.value(cell)
	}
	for d := range (p.replay.Marks[cell] & some).All {
		symbol, style := p.symbol(d), styleDim
		switch {
		case p.strike[cell].Has(d):
			style = styleStrike
		case p.pattern[cell]:
			style = stylePattern
		}
		text += paint(p.on, style, symbol)
		length += len([]rune(symbol))
	}
	return text, length
}

// square returns a line of a cell's text as a square: each pencil mark has its place, a value is in the middle.
func (p *painter) square(cell, line, side int) (text string, length int) {
	n := p.replay.Puzzle.Geometry().N()
	width := len([]rune(p.symbol(n)))
	if _, placed := p.place[cell]; placed || p.replay.Values[cell] != 0 {
		if line != ((n+side-1)/side-1)/2 {
			return "", 0
		}
		text, length = p.value(cell)
		before := (side*width - length) / 2
		return strings.Repeat(" ", before) + text, before + length
	}
	for d := line*side + 1; d <= min(n, (line+1)*side); d++ {
		shown, got := p.marks(cell, sudoku.DigitSet(d))
		text += strings.Repeat(" ", width-got) + shown
		length += width
	}
	return text, length
}
