package bench

import (
	"fmt"
	"html"
	"math"
	"strconv"
	"strings"
)

// canvas collects the elements of an SVG picture. Coordinates are pixels from the upper left corner, written
// with one decimal, so that equal data gives equal bytes.
type canvas struct {
	b             strings.Builder
	width, height float64
}

// The colours of Okabe & Ito, told apart by colour-blind people; the order keeps neighbours far apart also
// in grey.
var palette = []string{"#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#8A7A00"}

// dashes and markers tell series apart where colours cannot.
var dashes = []string{"", "8 3", "2 3", "8 3 2 3", "12 4", "4 4", "1 2", "10 3 2 3 2 3"}

const (
	ink   = "#222222"
	faint = "#666666"
	grid  = "#e4e4e4"
)

func number(v float64) string {
	text := strconv.FormatFloat(v, 'f', 1, 64)
	return strings.TrimSuffix(strings.TrimSuffix(text, "0"), ".")
}

func (c *canvas) line(x1, y1, x2, y2 float64, style string) {
	fmt.Fprintf(&c.b, "<line x1=%q y1=%q x2=%q y2=%q %s/>\n", number(x1), number(y1), number(x2), number(y2), style)
}

func (c *canvas) rect(x, y, w, h float64, style string) {
	fmt.Fprintf(&c.b, "<rect x=%q y=%q width=%q height=%q %s/>\n", number(x), number(y), number(w), number(h), style)
}

// text writes s with its anchor (start, middle or end) at x on the baseline y.
func (c *canvas) text(x, y float64, anchor, style, s string) {
	fmt.Fprintf(&c.b, "<text x=%q y=%q text-anchor=%q %s>%s</text>\n", number(x), number(y), anchor, style,
		html.EscapeString(s))
}

// upright writes s turned by a quarter to the left, its middle at x, y.
func (c *canvas) upright(x, y float64, s string) {
	fmt.Fprintf(&c.b, "<text transform=\"translate(%s %s) rotate(-90)\" text-anchor=\"middle\">%s</text>\n",
		number(x), number(y), html.EscapeString(s))
}

// path draws a line through points.
func (c *canvas) path(x, y []float64, style string) {
	if len(x) == 0 {
		return
	}
	c.b.WriteString(`<path d="`)
	for i := range x {
		command := "L"
		if i == 0 {
			command = "M"
		}
		c.b.WriteString(command + number(x[i]) + " " + number(y[i]))
	}
	fmt.Fprintf(&c.b, "\" fill=\"none\" %s/>\n", style)
}

// marker draws the k-th kind of point: disc, square, triangle, diamond, cross, ring.
func (c *canvas) marker(kind int, x, y, r float64, style string) {
	switch kind % 6 {
	case 0:
		fmt.Fprintf(&c.b, "<circle cx=%q cy=%q r=%q %s/>\n", number(x), number(y), number(r), style)
	case 1:
		c.rect(x-r*0.9, y-r*0.9, r*1.8, r*1.8, style)
	case 2:
		c.polygon(style, x, y-r*1.2, x+r*1.1, y+r*0.8, x-r*1.1, y+r*0.8)
	case 3:
		c.polygon(style, x, y-r*1.3, x+r*1.3, y, x, y+r*1.3, x-r*1.3, y)
	case 4:
		c.polygon(style, x, y+r*1.2, x+r*1.1, y-r*0.8, x-r*1.1, y-r*0.8)
	default:
		c.polygon(style, x-r*1.3, y-r*0.5, x+r*1.3, y-r*0.5, x+r*1.3, y+r*0.5, x-r*1.3, y+r*0.5)
	}
}

func (c *canvas) polygon(style string, xy ...float64) {
	c.b.WriteString(`<polygon points="`)
	for i, v := range xy {
		if i > 0 {
			c.b.WriteByte(' ')
		}
		c.b.WriteString(number(v))
	}
	fmt.Fprintf(&c.b, "\" %s/>\n", style)
}

// svg returns the whole picture; the title is also for screen readers.
func (c *canvas) svg(title string) string {
	return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %[1]s %[2]s" width="%[1]s" height="%[2]s" `+
		`role="img" font-family="Helvetica, Arial, sans-serif" font-size="13" fill="%[3]s">
<title>%[4]s</title>
<rect width="%[1]s" height="%[2]s" fill="#ffffff"/>
%[5]s</svg>
`, number(c.width), number(c.height), ink, html.EscapeString(title), c.b.String())
}

func colour(i int) string { return palette[i%len(palette)] }

func dash(i int) string {
	if d := dashes[i%len(dashes)]; d != "" {
		return fmt.Sprintf("stroke-dasharray=%q", d)
	}
	return ""
}

// textWidth estimates the width of a text of 13 pixels.
func textWidth(s string) float64 { return 7.2 * float64(len([]rune(s))) }

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }
