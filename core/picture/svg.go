package picture

import (
	"fmt"
	"html"
	"slices"
	"strconv"
	"strings"
)

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

func (w *svgWriter) shape(s *Shape) {
	at := s.Points[0]
	switch {
	case s.Text != "":
		w.text(at, s.Text, &s.Font)
	case s.Radius != 0:
		fmt.Fprintf(w, "<circle cx=%q cy=%q r=%q%s/>", w.number(at.X), w.number(at.Y), w.number(s.Radius),
			w.style(&s.Style))
	default:
		fmt.Fprintf(w, "<path d=%q%s/>", w.path(s), w.style(&s.Style))
	}
}

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
