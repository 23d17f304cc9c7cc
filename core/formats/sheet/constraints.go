package sheet

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/sudokuctl/sudokuctl/core/picture"
	"github.com/sudokuctl/sudokuctl/core/sketch"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

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

// shareRules returns what the drawings on a page mean, each sort once, and takes from the drawings the notes that all of
// several have.
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

// sketch draws the constraints of a puzzle. If there is no room for its notes they are put aside for a page of their own.
func (s *Sheets) sketch(p *sudoku.Puzzle, caption string) *sketch.Drawing {
	d := sketch.Of(p)
	if letters := strings.Join(d.Notes, " "); len(letters) > mostNotes && !s.cropped() {
		s.apart = append(append(s.apart, caption+", constraints that are not drawn:"), d.Notes...)
		d.Notes = []string{fmt.Sprintf("%d constraints are not drawn: see the next page.", len(d.Notes))}
	}
	return d
}

// flushNotes writes the notes that were put aside.
func (s *Sheets) flushNotes() error {
	paper := s.layout.Paper
	lines := wrap(s.apart, paper.Width-2*margin)
	s.apart = nil
	for part := range slices.Chunk(lines, max(1, int((paper.Height-2*margin)/lineHeight))) {
		page := &picture.Picture{Width: paper.Width, Height: paper.Height, Unit: picture.Millimetre,
			Title: pageTitle(s.layout, s.pages+1)}
		writeLines(page, margin, margin+lineHeight, part, picture.Start)
		headAndFoot(page, s.layout.Title, s.pages+1)
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

func writeLines(page *picture.Picture, x, y float64, lines []string, anchor picture.Anchor) {
	for i, line := range lines {
		page.Write(x, y+float64(i)*lineHeight, line, picture.Font{Size: noteSize, Colour: faint, Anchor: anchor})
	}
}
