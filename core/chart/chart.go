// Package chart draws numbers: [Cactus], [Scatter], [TimeScatter], [Box], [Histogram], [Heat] and [Line] each
// return a picture.Picture.
//
// They take a [Chart] for titles and sizes and plain numbers for the rest. Equal data gives equal bytes.
// Colours are those of Okabe & Ito, and dashes and shapes tell series apart without them.
package chart

import (
	"cmp"
	"fmt"
	"math"
	"strconv"
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
}

// Mark is what a part of a chart says when it is pointed at, and the address to which it leads, in SVG.
type Mark = picture.Mark

// The colours of Okabe & Ito, told apart by colour-blind people; the order keeps neighbours far apart also in grey.
var palette = []string{"#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#8A7A00"}

// dashes and markers tell series apart where colours cannot.
var dashes = [][]float64{nil, {8, 3}, {2, 3}, {8, 3, 2, 3}, {12, 4}, {4, 4}, {1, 2}, {10, 3, 2, 3, 2, 3}}

const (
	ink   = "#222222"
	faint = "#666666"
	grid  = "#e4e4e4"
	paper = "#ffffff"
)

// Hands of a chart.
var (
	titleHand = picture.Font{Size: 16, Bold: true, Colour: ink}
	noteHand  = picture.Font{Size: 11, Colour: faint}
)

// colour returns the i-th colour of the palette.
func colour(i int) string { return palette[i%len(palette)] }

func fill(colour string) picture.Style { return picture.Style{Fill: colour} }

func stroke(colour string) picture.Style { return picture.Style{Stroke: colour} }

// curve is the style of the i-th line of a chart.
func curve(i int) picture.Style {
	return picture.Style{Stroke: colour(i), Width: 2, Dash: dashes[i%len(dashes)]}
}

// textWidth estimates the width of a text of 13 pixels.
func textWidth(s string) float64 { return 7.2 * float64(len([]rune(s))) }

// finite reports whether v can be drawn.
func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

// canvas is a picture with the hands of a chart. Coordinates are pixels from the upper left corner.
type canvas struct{ picture.Picture }

// newCanvas returns an empty drawing with the chart's title.
func newCanvas(c Chart) canvas { return canvas{picture.Picture{Unit: picture.Pixel, Title: c.Title}} }

// text writes s with its anchor at x on the baseline y.
func (c *canvas) text(x, y float64, anchor picture.Anchor, s string) {
	c.Write(x, y, s, picture.Font{Colour: ink, Anchor: anchor})
}

// upright writes s turned by a quarter to the left, its anchor at x, y.
func (c *canvas) upright(x, y float64, anchor picture.Anchor, s string) {
	c.Write(x, y, s, picture.Font{Colour: ink, Anchor: anchor, Turned: true})
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
	p := &plot{canvas: newCanvas(c), chart: c, x: x, y: y, xLabel: label, yLabel: label}
	p.Width, p.Height = float64(cmp.Or(c.Width, 760)), float64(cmp.Or(c.Height, 460))
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
	p.Rect(p.x.from, p.y.to, p.x.to-p.x.from, p.y.from-p.y.to, stroke(faint))
	p.Write(p.x.from, marginTop-16, p.chart.Title, titleHand)
	p.text((p.x.from+p.x.to)/2, p.y.from+40, picture.Middle, p.chart.XLabel)
	p.upright(18, (p.y.from+p.y.to)/2, picture.Middle, p.chart.YLabel)
	for i, line := range p.notes {
		p.Write(p.x.from, p.Height-10-noteLine*float64(len(p.notes)-1-i), line, noteHand)
	}
}

// key writes the i-th entry of the legend beside the frame; draw draws what it is the name of.
func (p *plot) key(i int, name string, draw func(x, y float64)) {
	y := p.y.to + 14 + float64(i)*20
	draw(p.right+14, y)
	p.text(p.right+46, y+4.5, picture.Start, name)
}

// lineKey writes the entry of a line.
func (p *plot) lineKey(i int, name string) {
	p.key(i, name, func(x, y float64) { p.Line(x, y, x+26, y, curve(i)) })
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

// axis maps values to pixels, linearly or by logarithm.
type axis struct {
	low, high float64
	log       bool
	from, to  float64 // pixels of low and high
}

// newAxis spans the finite values, rounded outward to ticks; a logarithmic one leaves out what is not positive.
func newAxis(log bool, values ...[]float64) axis {
	a := axis{low: math.Inf(1), high: math.Inf(-1), log: log}
	for _, series := range values {
		for _, v := range series {
			if a.shows(v) {
				a.low, a.high = min(a.low, v), max(a.high, v)
			}
		}
	}
	switch {
	case a.low > a.high && log:
		a.low, a.high = 1, 10
	case a.low > a.high:
		a.low, a.high = 0, 1
	case a.low == a.high && !log:
		a.low, a.high = a.low-0.5, a.high+0.5
	}
	a.round()
	return a
}

// shows reports whether a value has a place.
func (a *axis) shows(v float64) bool { return finite(v) && (!a.log || v > 0) }

// round widens the range to round numbers.
func (a *axis) round() {
	if !a.log {
		step := niceStep(a.high - a.low)
		a.low, a.high = math.Floor(a.low/step+1e-9)*step, math.Ceil(a.high/step-1e-9)*step
		return
	}
	if math.Log10(a.high/a.low) < 2 {
		a.low, _ = roundLog(a.low)
		_, a.high = roundLog(a.high)
	} else {
		a.low = math.Pow(10, math.Floor(math.Log10(a.low)+1e-9))
		a.high = math.Pow(10, math.Ceil(math.Log10(a.high)-1e-9))
	}
	if a.low == a.high {
		a.low, a.high = a.low/2, a.high*2
	}
}

// roundLog returns the nearest of 1, 2, 5, 10 … times a power of ten on each side of a value, or the value itself.
func roundLog(v float64) (below, above float64) {
	decade := math.Pow(10, math.Floor(math.Log10(v)))
	below, above = decade, 10*decade
	for _, mark := range []float64{2 * decade, 5 * decade, 10 * decade} {
		if mark <= v*(1+1e-9) {
			below = mark
		}
	}
	for _, mark := range []float64{5 * decade, 2 * decade, decade} {
		if mark >= v*(1-1e-9) {
			above = mark
		}
	}
	return below, above
}

// niceStep returns 1, 2 or 5 times a power of ten, for about six ticks.
func niceStep(span float64) float64 {
	raw := span / 6
	decade := math.Pow(10, math.Floor(math.Log10(raw)))
	for _, m := range []float64{1, 2, 5} {
		if raw <= m*decade {
			return m * decade
		}
	}
	return 10 * decade
}

// at returns the pixel of a value; values beyond the ends stay at the ends. Converting the product keeps processors
// that can from fusing it with the sum, so that the picture is the same everywhere.
func (a *axis) at(v float64) float64 { return a.from + float64(a.share(v)*(a.to-a.from)) }

// share returns how far along the axis a value is, from 0 to 1.
func (a *axis) share(v float64) float64 {
	share := (v - a.low) / (a.high - a.low)
	if a.log {
		share = math.Log(v/a.low) / math.Log(a.high/a.low)
	}
	return max(0, min(1, share))
}

// value is the inverse of share.
func (a *axis) value(share float64) float64 {
	if a.log {
		return a.low * math.Pow(a.high/a.low, share)
	}
	return a.low + float64(share*(a.high-a.low))
}

// ticks returns the values to be labelled.
func (a *axis) ticks() []float64 {
	var ticks []float64
	if !a.log {
		step := niceStep(a.high - a.low)
		for i := 0; ; i++ {
			v := math.Round(a.low/step)*step + float64(i)*step
			if v > a.high+step/1e6 {
				return ticks
			}
			ticks = append(ticks, v)
		}
	}
	decades := math.Log10(a.high / a.low)
	marks := []float64{1}
	if decades <= 2.01 {
		marks = []float64{1, 2, 5}
	}
	every := max(1, int(math.Ceil(decades/8)))
	first := int(math.Floor(math.Log10(a.low) + 1e-9))
	for e := first; math.Pow(10, float64(e)) <= a.high*(1+1e-9); e += every {
		for _, m := range marks {
			if v := m * math.Pow(10, float64(e)); v >= a.low*(1-1e-9) && v <= a.high*(1+1e-9) {
				ticks = append(ticks, v)
			}
		}
	}
	return ticks
}

// label writes a tick's value briefly: 0.05, 20, 3k, 1.5M, 1e-07.
func label(v float64) string {
	size := math.Abs(v)
	for _, unit := range []struct {
		factor float64
		name   string
	}{{1e9, "G"}, {1e6, "M"}, {1e3, "k"}} {
		if size >= unit.factor*(1-1e-9) && size < 1e13 {
			return shortest(v/unit.factor) + unit.name
		}
	}
	return shortest(v)
}

// shortest writes a number in at most four digits.
func shortest(v float64) string {
	text := strconv.FormatFloat(v, 'g', 4, 64)
	if back, err := strconv.ParseFloat(text, 64); err == nil {
		text = strconv.FormatFloat(back, 'g', -1, 64)
	}
	return text
}

// secondsLabel names a duration on a logarithmic axis of seconds: 10 µs, 1 ms, 100 s.
func secondsLabel(v float64) string {
	for _, unit := range []struct {
		factor float64
		name   string
	}{{1, "s"}, {1e-3, "ms"}, {1e-6, "µs"}, {1e-9, "ns"}} {
		if v >= unit.factor*(1-1e-9) {
			return fmt.Sprintf("%s %s", shortest(v/unit.factor), unit.name)
		}
	}
	return shortest(v)
}
