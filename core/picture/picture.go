// Package picture holds drawings of a few plain shapes, and writes them as SVG and PDF.
//
// # Words
//
//   - A [Picture] is a list of shapes in the order in which they are drawn, the later over the earlier.
//   - A [Shape] is a line through points, open or closed, a disc, or a text. There are no others, so every picture can
//     be written in every format.
//   - Its unit is the pixel on a screen or the millimetre on paper; x grows to the right and y downward.
package picture

import (
	"cmp"
	"fmt"
	"html"
	"slices"
	"strconv"
	"strings"
)

// Unit is the length of one step of a coordinate.
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
	Title         string   // for screen readers and the properties of a document
	Outline       []string // where it stands in the outline of a document: a chapter, a part of it; none if it has no place
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

// Point is a place in a picture, in its unit from the top left corner.
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

// Line draws a straight line from one place to another.
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

// SVG returns the picture as SVG text. Coordinates are rounded to a tenth of a pixel or a hundredth of a
// millimetre; equal pictures give equal bytes.
func (p *Picture) SVG() string {
	w := &svgWriter{decimals: 1}
	suffix := ""
	if p.Unit == Millimetre {
		w.decimals, suffix = 2, string(Millimetre)
	}
	role := "img"
	if slices.ContainsFunc(p.Shapes, func(s Shape) bool { return s.Mark.Link != "" }) {
		role = "group" // what is inside an image cannot be reached
	}
	width, height := w.number(p.Width), w.number(p.Height)
	fmt.Fprintf(w, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %[1]s %[2]s\" width=\"%[1]s%[3]s\" "+
		"height=\"%[2]s%[3]s\" role=\"%[5]s\" font-family=\"Helvetica, Arial, sans-serif\">\n<title>%[4]s</title>\n"+
		"<rect width=\"%[1]s\" height=\"%[2]s\" fill=\"#ffffff\"/>\n", width, height, suffix,
		html.EscapeString(p.Title), role)
	for i := range p.Shapes {
		w.marked(&p.Shapes[i])
	}
	w.WriteString("</svg>\n")
	return w.String()
}

// svgWriter writes shapes as SVG.
type svgWriter struct {
	strings.Builder
	decimals int
}

// number writes a coordinate without needless zeros.
func (w *svgWriter) number(v float64) string {
	text := strconv.FormatFloat(v, 'f', w.decimals, 64)
	text = strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
	if text == "-0" {
		return "0"
	}
	return text
}

// marked writes a shape within the link and beside the title of its mark.
func (w *svgWriter) marked(s *Shape) {
	begin, end := "", ""
	if s.Mark.Link != "" {
		begin, end = fmt.Sprintf("<a href=\"%s\">", html.EscapeString(s.Mark.Link)), "</a>"
	}
	if s.Mark.Title != "" {
		begin, end = begin+"<g><title>"+html.EscapeString(s.Mark.Title)+"</title>", "</g>"+end
	}
	w.WriteString(begin)
	w.shape(s)
	w.WriteString(end + "\n")
}

// shape writes a shape.
func (w *svgWriter) shape(s *Shape) {
	at := s.Points[0]
	switch {
	case s.Text != "":
		w.text(at, s.Text, &s.Font)
	case s.Radius != 0:
		fmt.Fprintf(w, "<circle cx=%q cy=%q r=%q%s/>", w.number(at.X), w.number(at.Y), w.number(s.Radius), w.style(&s.Style))
	default:
		fmt.Fprintf(w, "<path d=%q%s/>", w.path(s), w.style(&s.Style))
	}
}

// path returns the path of a line through points.
func (w *svgWriter) path(s *Shape) string {
	var b strings.Builder
	command := byte('M')
	for _, p := range s.Points {
		b.WriteByte(command)
		b.WriteString(w.number(p.X) + " " + w.number(p.Y))
		command = 'L'
	}
	if s.Closed {
		b.WriteByte('z')
	}
	return b.String()
}

// style returns the attributes of fill and stroke.
func (w *svgWriter) style(s *Style) string {
	fill := s.Fill
	if fill == "" {
		fill = "none"
	}
	text := fmt.Sprintf(" fill=%q", fill)
	if s.Opacity != 0 {
		text += fmt.Sprintf(" fill-opacity=\"%v\"", s.Opacity)
	}
	if s.Stroke == "" {
		return text
	}
	text += fmt.Sprintf(" stroke=%q stroke-linejoin=\"round\"", s.Stroke)
	if s.Width != 0 {
		text += fmt.Sprintf(" stroke-width=%q", strconv.FormatFloat(s.Width, 'g', 3, 64))
	}
	if len(s.Dash) > 0 {
		var lengths []string
		for _, length := range s.Dash {
			lengths = append(lengths, strconv.FormatFloat(length, 'g', 3, 64))
		}
		text += fmt.Sprintf(" stroke-dasharray=%q", strings.Join(lengths, " "))
	}
	if s.Ends != "" {
		text += fmt.Sprintf(" stroke-linecap=%q", s.Ends)
	}
	return text
}

// text writes a text.
func (w *svgWriter) text(at Point, text string, f *Font) {
	place := fmt.Sprintf("x=%q y=%q", w.number(at.X), w.number(at.Y))
	if f.Turned {
		place = fmt.Sprintf(`transform="translate(%s %s) rotate(-90)"`, w.number(at.X), w.number(at.Y))
	}
	weight := ""
	if f.Bold {
		weight = ` font-weight="bold"`
	}
	fmt.Fprintf(w, "<text %s font-size=%q text-anchor=%q fill=%q%s>%s</text>", place,
		strconv.FormatFloat(f.Size, 'g', 4, 64), f.Anchor, f.Colour, weight, html.EscapeString(text))
}
