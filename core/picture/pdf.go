package picture

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"time"

	"codeberg.org/go-pdf/fpdf"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
)

// millimetresOf returns the size of a unit on paper; a pixel is 1/96 inch, as in a browser.
func millimetresOf(u Unit) float64 {
	if u == Millimetre {
		return 1
	}
	return 25.4 / 96
}

// Document is a PDF document that grows by a page for each picture. The zero value is not ready: use NewDocument. It
// carries its fonts, the Go family, so that it looks the same on every machine.
type Document struct {
	pdf   *fpdf.Fpdf
	place []string // of the last page in the outline
}

// NewDocument returns a document without pages, of a title, an author ("" for none) and a date. Equal pages give equal
// bytes on the same date.
func NewDocument(title, author string, made time.Time) *Document {
	pdf := fpdf.New("P", "mm", "A4", "")
	pdf.SetCreationDate(made)
	pdf.SetModificationDate(made)
	pdf.SetCatalogSort(true)
	pdf.SetTitle(title, true)
	pdf.SetAuthor(author, true)
	pdf.SetAutoPageBreak(false, 0)
	pdf.AddUTF8FontFromBytes("go", "", goregular.TTF)
	pdf.AddUTF8FontFromBytes("go", "B", gobold.TTF)
	return &Document{pdf: pdf}
}

// Today is the date of documents that are made now: two of one day have the same one.
func Today() time.Time { return time.Now().UTC().Truncate(24 * time.Hour) }

// Add draws a picture on a page of its size.
func (d *Document) Add(p *Picture) {
	k := millimetresOf(p.Unit)
	d.pdf.AddPageFormat("P", fpdf.SizeType{Wd: k * p.Width, Ht: k * p.Height})
	for i, part := range p.Outline {
		if len(d.place) <= i || !slices.Equal(d.place[:i+1], p.Outline[:i+1]) {
			d.pdf.Bookmark(part, i, 0)
		}
	}
	d.place = p.Outline
	for i := range p.Shapes {
		d.shape(&p.Shapes[i], k)
	}
}

// Write writes the document. No page can be added after it.
func (d *Document) Write(w io.Writer) error {
	if err := d.pdf.Output(w); err != nil {
		return fmt.Errorf("writing PDF: %w", err)
	}
	return nil
}

// Kinds are the formats that Encode writes, by the suffixes of their files.
var Kinds = []string{"svg", "pdf"}

// Encode writes the picture as one of Kinds. The same picture has the same bytes on each day.
func (p *Picture) Encode(w io.Writer, kind string) error {
	if kind == "pdf" {
		d := NewDocument(p.Title, "", time.Unix(0, 0).UTC()) // a figure of a paper is the same on each day
		d.Add(p)
		return d.Write(w)
	}
	_, err := io.WriteString(w, p.SVG())
	return err
}

// shape draws a shape at k points a unit.
func (d *Document) shape(s *Shape, k float64) {
	at := s.Points[0]
	switch {
	case s.Text != "":
		d.text(at, s.Text, &s.Font, k)
	case s.Radius != 0:
		if painted := d.style(&s.Style, k); painted != "" {
			d.pdf.Circle(k*at.X, k*at.Y, k*s.Radius, painted)
		}
	default:
		d.path(s, k)
	}
	if s.Style.Opacity != 0 {
		d.pdf.SetAlpha(1, "Normal")
	}
}

// path draws a line through points.
func (d *Document) path(s *Shape, k float64) {
	painted := d.style(&s.Style, k)
	if painted == "" {
		return
	}
	d.pdf.MoveTo(k*s.Points[0].X, k*s.Points[0].Y)
	for _, p := range s.Points[1:] {
		d.pdf.LineTo(k*p.X, k*p.Y)
	}
	if s.Closed {
		d.pdf.ClosePath()
	}
	d.pdf.DrawPath(painted)
}

// style sets colours and lines; it returns what is painted in the words of PDF: F, D, FD or nothing.
func (d *Document) style(s *Style, k float64) string {
	painted := ""
	if s.Fill != "" {
		d.pdf.SetFillColor(colourOf(s.Fill))
		painted = "F"
	}
	if s.Opacity != 0 {
		d.pdf.SetAlpha(s.Opacity, "Normal")
	}
	if s.Stroke == "" {
		return painted
	}
	d.pdf.SetDrawColor(colourOf(s.Stroke))
	d.pdf.SetLineWidth(k * cmp.Or(s.Width, 1))
	d.pdf.SetLineJoinStyle("round")
	d.pdf.SetLineCapStyle(cmp.Or(string(s.Ends), "butt"))
	var dash []float64
	for _, length := range s.Dash {
		dash = append(dash, k*length)
	}
	d.pdf.SetDashPattern(dash, 0)
	return painted + "D"
}

// pointsPerMillimetre turns the size of a font into what PDF counts in.
const pointsPerMillimetre = 72 / 25.4

// text writes a text.
func (d *Document) text(at Point, text string, f *Font, k float64) {
	weight := ""
	if f.Bold {
		weight = "B"
	}
	d.pdf.SetFont("go", weight, k*f.Size*pointsPerMillimetre)
	d.pdf.SetTextColor(colourOf(f.Colour))
	x, y := k*at.X, k*at.Y
	if f.Turned {
		d.pdf.TransformBegin()
		d.pdf.TransformRotate(90, x, y)
		defer d.pdf.TransformEnd()
	}
	d.pdf.Text(x-shareOf(f.Anchor)*d.pdf.GetStringWidth(text), y, text)
}

// colourOf reads "#rrggbb"; anything else is black.
func colourOf(text string) (r, g, b int) {
	v, err := strconv.ParseUint(text[min(1, len(text)):], 16, 24)
	if err != nil {
		v = 0
	}
	return int(v >> 16), int(v >> 8 & 0xff), int(v & 0xff)
}

// shareOf returns which share of a text's width stands before its point.
func shareOf(a Anchor) float64 {
	return map[Anchor]float64{Middle: 0.5, End: 1}[a]
}
