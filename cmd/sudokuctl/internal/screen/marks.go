package screen

import (
	"math"
	"strconv"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/work/record"
)

// defaultWidth is how wide a picture with pencil marks may be if it is not for a terminal, or the terminal does not
// say.
const defaultWidth = 80

// PictureOfStep draws the grid as it is before a step is applied: values, pencil marks if wanted, the cells of the
// pattern, the value to enter and the candidates to strike in colours of their own. Rows and columns are numbered.
// Pencil marks stand in a row, or, where that is too wide, in a small square.
func PictureOfStep(on *Streams, r *record.Replay, s sudoku.Step, marks bool) string {
	g := r.Puzzle.Geometry()
	symbol := len([]rune(g.Alphabet().Symbol(g.N())))
	art := newGridArt(g, max(symbol, len(strconv.Itoa(g.Cols())))).number()
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
	across := on.Width()
	if across == 0 {
		across = defaultWidth
	}
	if art.total() <= across {
		return art.draw(func(cell, _ int) (string, int) { return p.marks(cell, sudoku.AllDigits(g.N())) })
	}
	side := int(math.Ceil(math.Sqrt(float64(g.N()))))
	for col := range small.widths {
		small.widths[col] = side * symbol
	}
	small.height = (g.N() + side - 1) / side
	if small.total() > across {
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
