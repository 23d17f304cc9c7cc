package sheet

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/sudokuctl/sudokuctl/core/picture"
	"github.com/sudokuctl/sudokuctl/core/sketch"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Measures of a page in millimetres.
const (
	margin, gutter = 15.0, 10.0
	captionHeight  = 8.0
	thinLine       = 0.15
	thickLine      = 0.6
)

// Colours of a page.
const (
	black = "#000000"
	grey  = "#888888"
	faint = "#555555"
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

// side is the side of a drawing on a page of n, in millimetres.
func side(paper Paper, n int) float64 {
	width, height := room(paper, n)
	return min(width, height-captionHeight)
}

// room is the room that each of n drawings on a page has.
func room(paper Paper, n int) (width, height float64) {
	columns, rows := columnsOf(n)
	return (paper.Width - 2*margin - gutter*float64(columns-1)) / float64(columns),
		(paper.Height - 2*margin - gutter*float64(rows-1)) / float64(rows)
}

// binding is how much farther from the spine than from the edge a page of a book is moved, in millimetres.
const binding = 4.0

// inward is how far what is on a page is moved to the right: off the spine, if it is a page of a book.
func (l Layout) inward(number int) float64 {
	switch {
	case l.Title == "":
		return 0
	case number%2 == 1: // a right-hand page
		return binding
	}
	return -binding
}

// drawPage draws a page of a chapter that has room for n drawings, under a head.
func drawPage(drawings []drawing, layout Layout, n int, head, chapter string, number int) *picture.Picture {
	if layout.Paper == (Paper{}) {
		return drawCropped(drawings[0])
	}
	paper := layout.Paper
	page := &picture.Picture{Width: paper.Width, Height: paper.Height, Unit: picture.Millimetre,
		Title: pageTitle(layout, number), Outline: []string{chapter, span(drawings)}}
	left := margin + layout.inward(number)
	rules := wrap(shareRules(drawings), paper.Width-2*margin)
	above := paper // the part of the page above the rules
	if len(rules) > 0 {
		above.Height -= float64(len(rules)+1) * lineHeight
	}
	writeLines(page, left, above.Height-margin+2*lineHeight, rules, picture.Start)
	columns, _ := columnsOf(n)
	width, height := room(above, n)
	for i, d := range drawings {
		d.page = page
		d.place(left+float64(i%columns)*(width+gutter), margin+float64(i/columns)*(height+gutter), width, height)
		d.draw()
	}
	headAndFoot(page, layout, head, number)
	return page
}

// span names the drawings of a page: "No. 7 to 12".
func span(drawings []drawing) string {
	first, last := drawings[0].number, drawings[len(drawings)-1].number
	if first == last {
		return first
	}
	return first + " to " + strings.TrimPrefix(last, "No. ")
}

// headAndFoot writes what stands above and below all that is on a page.
func headAndFoot(page *picture.Picture, layout Layout, head string, number int) {
	font := picture.Font{Size: 3.5, Anchor: picture.Middle}
	middle := page.Width/2 + layout.inward(number)
	page.Write(middle, page.Height-7, strconv.Itoa(number), font)
	font.Colour = faint
	page.Write(middle, 10, head, font)
}

// pageTitle returns the title of a page, with its number.
func pageTitle(layout Layout, number int) string {
	title := layout.Title
	if title == "" {
		title = "Sudoku"
	}
	return title + ", page " + strconv.Itoa(number)
}

// croppedSide is the side of a grid that is drawn without a page, in millimetres.
const croppedSide = 90.0

// Picture draws a puzzle alone, without solution.
func Picture(p *sudoku.Puzzle, title string) *picture.Picture {
	return drawCropped(drawing{puzzle: p, grid: p.Givens(), sketch: sketch.Of(p), caption: title})
}

// drawCropped draws a grid alone, without caption, and below it what its picture does not show.
func drawCropped(d drawing) *picture.Picture {
	columns, rows := d.size()
	d.unit = croppedSide / float64(d.puzzle.Geometry().Cols())
	d.page = &picture.Picture{Width: d.unit*columns + 2*thickLine, Height: d.unit*rows + 2*thickLine,
		Unit: picture.Millimetre, Title: strings.Join(append([]string{d.caption}, d.sketch.Sentences...), " · ")}
	d.caption = ""
	d.x, d.y = thickLine+d.unit*float64(d.sketch.Left), thickLine+d.unit*float64(d.sketch.Top)
	d.notes = wrap(d.sketch.Notes, d.page.Width-2*thickLine)
	d.page.Height += float64(len(d.notes)) * lineHeight * 1.2
	d.draw()
	return d.page
}

// titlePage names a book and its author.
func titlePage(layout Layout) *picture.Picture {
	paper := layout.Paper
	page := &picture.Picture{Width: paper.Width, Height: paper.Height, Unit: picture.Millimetre, Title: layout.Title}
	// as large as fits the width: a letter of this font is about half as wide as it is high
	size := min(14, 1.8*(paper.Width-2*margin)/float64(max(1, len([]rune(layout.Title)))))
	page.Write(paper.Width/2, paper.Height*0.4, layout.Title, picture.Font{Size: size, Bold: true, Anchor: picture.Middle})
	page.Write(paper.Width/2, paper.Height*0.4+2*size, layout.Author, picture.Font{Size: min(6, size),
		Anchor: picture.Middle})
	return page
}

// drawing is a grid, its bold cells, the texts above and below it, and its place on the page: the upper left corner of
// the grid and the side of a cell, in millimetres.
type drawing struct {
	puzzle     *sudoku.Puzzle
	grid       sudoku.Grid
	sketch     *sketch.Drawing
	number     string   // "No. 7"
	caption    string   // which begins with the number
	foot       string   // below the grid
	solution   int      // which of the solutions of its Sheets is that of the puzzle, from 1; 0 if it has none
	notes      []string // lines
	page       *picture.Picture
	x, y, unit float64
}

// size returns the width and height of a drawing in cells, clues outside of its grid included.
func (d *drawing) size() (columns, rows float64) {
	g, s := d.puzzle.Geometry(), d.sketch
	return float64(s.Left + g.Cols() + s.Right), float64(s.Top + g.Rows() + s.Bottom)
}

// place makes a drawing as large as fits into a part of the page, under its caption and over its notes.
func (d *drawing) place(x, y, width, height float64) {
	d.notes = wrap(d.sketch.Notes, width)
	height -= captionHeight + float64(len(d.notes))*lineHeight
	columns, rows := d.size()
	side := max(min(width, height), lineHeight)
	d.unit = side / max(columns, rows)
	d.x = x + (width-d.unit*columns)/2 + d.unit*float64(d.sketch.Left)
	d.y = y + captionHeight + (height-side)/2 + d.unit*float64(d.sketch.Top)
}

// draw draws the grid, its constraints, its cells and its texts.
func (d *drawing) draw() {
	left, top := d.x-d.unit*float64(d.sketch.Left), d.y-d.unit*float64(d.sketch.Top)
	columns, rows := d.size()
	d.page.Write(left, top-2.5, d.caption, picture.Font{Size: 4})
	bottom := top + d.unit*rows + 1.3*lineHeight
	writeLines(d.page, left+d.unit*columns/2, bottom, d.notes, picture.Middle)
	if d.foot != "" {
		writeLines(d.page, left+d.unit*columns, bottom+float64(len(d.notes))*lineHeight, []string{d.foot}, picture.End)
	}
	d.shade()
	d.shapes(sketch.Below)
	d.lines()
	d.shapes(sketch.On, sketch.Above)
	for cell, v := range d.grid {
		d.symbol(cell, int(v))
	}
	for _, s := range d.puzzle.Soft() {
		if d.grid[s.Cell] == 0 {
			d.marks(s)
		}
	}
}

// shade fills the cells of diagonals and windows: the solver must see them.
func (d *drawing) shade() {
	g := d.puzzle.Geometry()
	shaded := make([]bool, g.Cells())
	for _, h := range g.Houses() {
		if h.Kind != sudoku.Diagonal && h.Kind != sudoku.Window {
			continue
		}
		for _, cell := range h.Cells {
			shaded[cell] = true
		}
	}
	for cell, is := range shaded {
		if is {
			d.page.Rect(d.left(cell), d.top(cell), d.unit, d.unit, picture.Style{Fill: "#e8e8e8"})
		}
	}
}

// left and top return where a cell begins.
func (d *drawing) left(cell int) float64 {
	return d.x + float64(cell%d.puzzle.Geometry().Cols())*d.unit
}

// top returns the upper edge of a cell.
func (d *drawing) top(cell int) float64 {
	return d.y + float64(cell/d.puzzle.Geometry().Cols())*d.unit
}

// lines draws the lines between cells, thin ones first, then thick ones between regions and around.
func (d *drawing) lines() {
	g := d.puzzle.Geometry()
	thick := picture.Style{Stroke: black, Width: thickLine, Ends: picture.SquareEnds}
	d.between(false, picture.Style{Stroke: grey, Width: thinLine})
	d.between(true, thick)
	d.page.Rect(d.x, d.y, float64(g.Cols())*d.unit, float64(g.Rows())*d.unit, thick)
}

// between draws the borders of cells that part regions, or those that do not.
func (d *drawing) between(regions bool, s picture.Style) {
	g := d.puzzle.Geometry()
	of := g.Regions()
	for cell, region := range of {
		x, y := d.left(cell), d.top(cell)
		if cell%g.Cols() > 0 && (of[cell-1] != region) == regions {
			d.page.Line(x, y, x, y+d.unit, s)
		}
		if cell >= g.Cols() && (of[cell-g.Cols()] != region) == regions {
			d.page.Line(x, y, x+d.unit, y, s)
		}
	}
}

// symbol writes the digit of a cell, a given in bold.
func (d *drawing) symbol(cell, digit int) {
	if digit == 0 {
		return
	}
	alphabet := d.puzzle.Geometry().Alphabet()
	text := alphabet.Symbol(digit)
	size := 0.62 * d.unit
	if alphabet.Spaced() && d.puzzle.Geometry().N() > 9 {
		size = 0.45 * d.unit // one size for numbers of one and of two digits
	}
	d.page.Write(d.left(cell)+d.unit/2, d.top(cell)+d.unit/2+0.36*size, text,
		picture.Font{Size: size, Bold: d.puzzle.Givens()[cell] != 0, Anchor: picture.Middle})
}

// marks writes the digits that a soft clue allows, small.
func (d *drawing) marks(s sudoku.SoftClue) {
	text := ""
	for digit := range s.Allowed.All {
		text += d.puzzle.Geometry().Alphabet().Symbol(digit)
	}
	y := 0.25
	if slices.Contains(d.sketch.Labelled, s.Cell) {
		y = 0.94
	}
	d.page.Write(d.left(s.Cell)+d.unit/2, d.top(s.Cell)+y*d.unit, text,
		picture.Font{Size: min(0.22*d.unit, 1.5*d.unit/float64(len(text))), Colour: faint, Anchor: picture.Middle})
}

// shapes draws the constraints of some layers.
func (d *drawing) shapes(layers ...sketch.Layer) {
	for _, s := range d.sketch.Shapes {
		if !slices.Contains(layers, s.Layer) {
			continue
		}
		points := make([]picture.Point, len(s.Points))
		for i, p := range s.Points {
			points[i] = picture.Point{X: d.x + d.unit*p[0], Y: d.y + d.unit*p[1]}
		}
		if s.Kind == sketch.Text {
			font := picture.Font{Size: d.unit * s.Size, Colour: sketch.OnPaper[s.Fill], Anchor: picture.Middle}
			if s.Start {
				font.Anchor = picture.Start
			}
			d.page.Write(points[0].X, points[0].Y, s.Text, font)
			continue
		}
		style := picture.Style{Fill: sketch.OnPaper[s.Fill], Stroke: sketch.OnPaper[s.Stroke], Width: d.unit * s.Width,
			Ends: picture.RoundEnds}
		for _, length := range s.Dash {
			style.Dash = append(style.Dash, d.unit*length)
		}
		d.page.Shapes = append(d.page.Shapes,
			picture.Shape{Points: points, Closed: s.Kind == sketch.Area, Radius: d.unit * s.Radius, Style: style})
	}
}

// shareRules returns what the drawings on a page mean, each sort once, and takes from the drawings the notes that all
// of several have.
func shareRules(drawings []drawing) (rules []string) {
	for i := range drawings {
		for _, rule := range drawings[i].sketch.Rules {
			if !slices.Contains(rules, rule) {
				rules = append(rules, rule)
			}
		}
	}
	if len(drawings) == 1 {
		return rules
	}
	shared := func(note string) bool {
		return !slices.ContainsFunc(drawings, func(d drawing) bool { return !slices.Contains(d.sketch.Notes, note) })
	}
	common := slices.DeleteFunc(slices.Clone(drawings[0].sketch.Notes), func(note string) bool { return !shared(note) })
	for i := range drawings {
		s := drawings[i].sketch
		s.Notes = slices.DeleteFunc(s.Notes, func(note string) bool { return slices.Contains(common, note) })
	}
	return append(rules, common...)
}

// mostNotes is how many letters can stand below a grid.
const mostNotes = 200

// sketch draws the constraints of a puzzle. If there is no room for its notes they are put aside for a page of their
// own.
func (s *Sheets) sketch(p *sudoku.Puzzle, caption string) *sketch.Drawing {
	d := sketch.Of(p)
	if letters := strings.Join(d.Notes, " "); len(letters) > mostNotes && !s.cropped() {
		s.apart = append(append(s.apart, caption+", constraints that are not drawn:"), d.Notes...)
		d.Notes = []string{fmt.Sprintf("%d constraints are not drawn: see the next page.", len(d.Notes))}
	}
	return d
}

// notes are the lines of notes that were put aside, by page.
func (s *Sheets) notes(apart []string) [][]string {
	paper := s.layout.Paper
	return slices.Collect(slices.Chunk(wrap(apart, paper.Width-2*margin), max(1, int((paper.Height-2*margin)/lineHeight))))
}

// flushNotes writes the notes that were put aside.
func (s *Sheets) flushNotes(apart []string) error {
	paper := s.layout.Paper
	for _, part := range s.notes(apart) {
		page := &picture.Picture{Width: paper.Width, Height: paper.Height, Unit: picture.Millimetre,
			Title: pageTitle(s.layout, s.pages+1)}
		writeLines(page, margin+s.layout.inward(s.pages+1), margin+lineHeight, part, picture.Start)
		headAndFoot(page, s.layout, s.layout.Title, s.pages+1)
		if err := s.emit(page); err != nil {
			return err
		}
	}
	return nil
}

// Rules and notes are as large as captions of a newspaper.
const (
	noteSize   = 2.8
	lineHeight = 3.8

	letterWidth = noteSize / 2
)

// wrap parts texts into lines of at most a width, in millimetres; a letter is about half as wide as it is high.
func wrap(texts []string, width float64) (lines []string) {
	for _, text := range texts {
		line := ""
		for _, word := range strings.Fields(text) {
			for most := int(width / letterWidth); utf8.RuneCountInString(word) > most; { // a long list of cells
				runes := []rune(word)
				if line != "" {
					lines, line = append(lines, line), ""
				}
				lines, word = append(lines, string(runes[:most])), string(runes[most:])
			}
			if longer := line + " " + word; line != "" && float64(utf8.RuneCountInString(longer))*letterWidth > width {
				lines, line = append(lines, line), ""
			}
			line = strings.TrimSpace(line + " " + word)
		}
		lines = append(lines, line)
	}
	return lines
}

// writeLines writes small lines of text below each other.
func writeLines(page *picture.Picture, x, y float64, lines []string, anchor picture.Anchor) {
	for i, line := range lines {
		page.Write(x, y+float64(i)*lineHeight, line, picture.Font{Size: noteSize, Colour: faint, Anchor: anchor})
	}
}
