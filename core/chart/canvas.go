package chart

import (
	"math"
	"strconv"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/picture"
)

// canvas is a picture with the marks and hands of a chart. Coordinates are pixels from the upper left corner.
type canvas struct{ picture.Picture }

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

// number rounds a coordinate to what can be seen.
func number(v float64) string {
	text := strconv.FormatFloat(v, 'f', 1, 64)
	return strings.TrimSuffix(strings.TrimSuffix(text, "0"), ".")
}

// text writes s with its anchor at x on the baseline y.
func (c *canvas) text(x, y float64, anchor picture.Anchor, s string) {
	c.Write(x, y, s, picture.Font{Colour: ink, Anchor: anchor})
}

// upright writes s turned by a quarter to the left, its middle at x, y.
func (c *canvas) upright(x, y float64, s string) {
	c.Write(x, y, s, picture.Font{Colour: ink, Anchor: picture.Middle, Turned: true})
}

// marker draws the k-th kind of point: disc, square, triangle, diamond, triangle upside down, bar.
func (c *canvas) marker(kind int, x, y, r float64, s picture.Style) {
	switch kind % 6 {
	case 0:
		c.Disc(x, y, r, s)
	case 1:
		c.Rect(x-r*0.9, y-r*0.9, r*1.8, r*1.8, s)
	case 2:
		c.Polygon(s, x, y-r*1.2, x+r*1.1, y+r*0.8, x-r*1.1, y+r*0.8)
	case 3:
		c.Polygon(s, x, y-r*1.3, x+r*1.3, y, x, y+r*1.3, x-r*1.3, y)
	case 4:
		c.Polygon(s, x, y+r*1.2, x+r*1.1, y-r*0.8, x-r*1.1, y-r*0.8)
	default:
		c.Polygon(s, x-r*1.3, y-r*0.5, x+r*1.3, y-r*0.5, x+r*1.3, y+r*0.5, x-r*1.3, y+r*0.5)
	}
}

// titled returns the whole picture; the title is also for screen readers.
func (c *canvas) titled(title string) *picture.Picture {
	c.Unit, c.Title = picture.Pixel, title
	return &c.Picture
}

func colour(i int) string { return palette[i%len(palette)] }

func fill(colour string) picture.Style { return picture.Style{Fill: colour} }

func stroke(colour string) picture.Style { return picture.Style{Stroke: colour} }

// curve is the style of the i-th line of a chart.
func curve(i int) picture.Style {
	return picture.Style{Stroke: colour(i), Width: 2, Dash: dashes[i%len(dashes)]}
}

// textWidth estimates the width of a text of 13 pixels.
func textWidth(s string) float64 { return 7.2 * float64(len([]rune(s))) }

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }
