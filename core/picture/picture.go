// Package picture holds drawings of a few plain shapes, and writes them as SVG and PDF.
//
// # Words
//
//   - A [Picture] is a list of shapes in the order in which they are drawn, the later over the earlier.
//   - A [Shape] is a line through points, open or closed, a disc, or a text. There are no others: what draws
//     with these can be written in every format.
//   - Its unit is the pixel on a screen or the millimetre on paper; x grows to the right and y downward.
package picture

import "cmp"

// Unit is what one step of a coordinate is.
type Unit string

// Units of a picture.
const (
	Pixel      Unit = "px"
	Millimetre Unit = "mm"
)

// Picture is a drawing of Width × Height units on white.
type Picture struct {
	Width, Height float64
	Unit          Unit
	Title         string // for screen readers and the properties of a document
	Shapes        []Shape
}

// Shape is one element: a text if Text is not empty, a disc around its only point if Radius is not 0, else a
// line through its points.
type Shape struct {
	Points []Point
	Closed bool
	Radius float64
	Text   string
	Font   Font
	Style  Style
	Mark   Mark
}

// Mark is what a shape says when it is pointed at, and the address to which it leads. Only SVG shows it.
type Mark struct{ Title, Link string }

// Point is a place in a picture.
type Point struct{ X, Y float64 }

// Style says how a line or disc is painted. Colours are "#rrggbb"; "" paints nothing.
type Style struct {
	Fill, Stroke string
	Width        float64   // of the stroke, 0 = 1
	Opacity      float64   // of the fill, 0 = 1
	Dash         []float64 // lengths of strokes and gaps, none = a solid line
	Ends         Ends      // of lines and of their strokes
}

// Ends says how a line ends: at its last point if it is empty, else half of the width beyond.
type Ends string

// Ends of a line.
const (
	SquareEnds Ends = "square"
	RoundEnds  Ends = "round"
)

// Anchor is the part of a text that stands at its point.
type Anchor string

// Anchors of a text.
const (
	Start  Anchor = "start"
	Middle Anchor = "middle"
	End    Anchor = "end"
)

// Font says how a text is written. Its point is on the baseline.
type Font struct {
	Size   float64 // 0 = 13
	Bold   bool
	Colour string // "" = black
	Anchor Anchor
	Turned bool // by a quarter to the left
}

// Line draws a line from one place to another.
func (p *Picture) Line(x1, y1, x2, y2 float64, s Style) {
	p.Shapes = append(p.Shapes, Shape{Points: []Point{{x1, y1}, {x2, y2}}, Style: s})
}

// Rect draws a rectangle with its upper left corner at x, y.
func (p *Picture) Rect(x, y, width, height float64, s Style) {
	p.Polygon(s, x, y, x+width, y, x+width, y+height, x, y+height)
}

// Polygon draws a closed line through the corners, given as x, y, x, y and so on.
func (p *Picture) Polygon(s Style, xy ...float64) {
	points := make([]Point, len(xy)/2)
	for i := range points {
		points[i] = Point{xy[2*i], xy[2*i+1]}
	}
	p.Shapes = append(p.Shapes, Shape{Points: points, Closed: true, Style: s})
}

// Path draws an open line through points; of none it draws nothing.
func (p *Picture) Path(points []Point, s Style) {
	if len(points) > 0 {
		p.Shapes = append(p.Shapes, Shape{Points: points, Style: s})
	}
}

// Disc draws a disc around x, y.
func (p *Picture) Disc(x, y, radius float64, s Style) {
	p.Shapes = append(p.Shapes, Shape{Points: []Point{{x, y}}, Radius: radius, Style: s})
}

// Marked gives a mark to the shapes that draw adds.
func (p *Picture) Marked(m Mark, draw func()) {
	from := len(p.Shapes)
	draw()
	for i := range p.Shapes[from:] {
		p.Shapes[from+i].Mark = m
	}
}

// Write writes a text; of an empty one it writes nothing.
func (p *Picture) Write(x, y float64, text string, f Font) {
	f.Size, f.Colour, f.Anchor = cmp.Or(f.Size, 13), cmp.Or(f.Colour, "#000000"), cmp.Or(f.Anchor, Start)
	if text != "" {
		p.Shapes = append(p.Shapes, Shape{Points: []Point{{x, y}}, Text: text, Font: f})
	}
}
