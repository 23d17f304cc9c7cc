package chart

import (
	"strings"

	"github.com/sudokuctl/sudokuctl/core/picture"
)

// Chart says how a picture is labelled and sized. The zero value is a picture of 760×460 pixels with linear axes.
type Chart struct {
	Title, Note    string // the note is small print below
	XLabel, YLabel string
	XLog, YLog     bool
	Seconds        bool // the values are seconds: ticks say 10 µs, 1 ms
	Width, Height  int

	// Optional marks: of a solver's puzzle in a Cactus, of a field in a Heat.
	MarkPuzzle func(solver int, puzzle int64) Mark
	MarkField  func(row, column int) Mark
}

// Mark is what a part of a chart says when it is pointed at, and the address to which it leads, in SVG.
type Mark = picture.Mark

// Series is a named set of points. X and Y have equal lengths; points that are not finite, or not positive
// on a logarithmic axis, are left out.
type Series struct {
	Name string
	X, Y []float64
	Mark func(i int) Mark // of a point, or nil; a line shows its points where it is not
}

// plot is a canvas with a frame and two axes.
type plot struct {
	canvas
	chart  Chart
	x, y   axis
	xLabel func(float64) string
	yLabel func(float64) string
	right  float64  // where the frame ends and the legend begins
	notes  []string // lines of the note
}

const (
	marginLeft, marginTop, marginRight = 78.0, 42.0, 24.0
	marginBottom, noteHeight, noteLine = 56.0, 20.0, 14.0
)

// newPlot lays out frame and axes, leaving room at the right for the names of a legend.
func newPlot(c Chart, x, y axis, legend []string) *plot {
	p := &plot{chart: c, x: x, y: y, xLabel: label, yLabel: label}
	p.Width, p.Height = 760, 460
	if c.Width > 0 {
		p.Width = float64(c.Width)
	}
	if c.Height > 0 {
		p.Height = float64(c.Height)
	}
	if c.Seconds {
		p.yLabel = secondsLabel
	}
	room := marginRight
	for _, name := range legend {
		room = max(room, textWidth(name)+58)
	}
	bottom := p.Height - marginBottom
	if p.notes = lines(c.Note, p.Width-marginLeft-marginRight); p.notes != nil {
		bottom -= noteHeight + noteLine*float64(len(p.notes)-1)
	}
	p.right = p.Width - room
	p.x.from, p.x.to = marginLeft, p.right
	p.y.from, p.y.to = bottom, marginTop
	return p
}

// frame draws grid, ticks, labels and title.
func (p *plot) frame() {
	for _, v := range p.x.ticks() {
		at := p.x.at(v)
		p.Line(at, p.y.from, at, p.y.to, stroke(grid))
		p.text(at, p.y.from+18, picture.Middle, p.xLabel(v))
	}
	p.frameY()
}

// frameY draws all of the frame but the ticks of x.
func (p *plot) frameY() {
	for _, v := range p.y.ticks() {
		at := p.y.at(v)
		p.Line(p.x.from, at, p.x.to, at, stroke(grid))
		p.text(p.x.from-8, at+4.5, picture.End, p.yLabel(v))
	}
	p.border()
}

func (p *plot) border() {
	p.Rect(p.x.from, p.y.to, p.x.to-p.x.from, p.y.from-p.y.to, stroke(faint))
	p.Write(p.x.from, marginTop-16, p.chart.Title, titleHand)
	p.text((p.x.from+p.x.to)/2, p.y.from+40, picture.Middle, p.chart.XLabel)
	p.upright(18, (p.y.from+p.y.to)/2, p.chart.YLabel)
	for i, line := range p.notes {
		p.Write(p.x.from, p.Height-10-noteLine*float64(len(p.notes)-1-i), line, noteHand)
	}
}

// lines breaks small print into lines of a width, as far as there are spaces.
func lines(note string, width float64) (all []string) {
	for word := range strings.FieldsSeq(note) {
		if last := len(all) - 1; last >= 0 && 0.77*textWidth(all[last]+" "+word) <= width {
			all[last] += " " + word
		} else {
			all = append(all, word)
		}
	}
	return all
}

// finish returns the picture.
func (p *plot) finish() *picture.Picture { return p.titled(p.chart.Title) }
