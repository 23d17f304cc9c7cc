package print

import (
	"fmt"
	"image/color"
	"image/png"
	"io"
	"math"
	"strconv"

	"git.sr.ht/~sbinet/gg"
	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"

	"github.com/sudokuctl/sudokuctl/core/picture"
)

// PNG writes a picture as an image with the given number of dots to the inch.
func PNG(w io.Writer, p *picture.Picture, dotsPerInch float64) error {
	k := millimetresOf(p.Unit) * dotsPerInch / 25.4
	r := &raster{Context: gg.NewContext(int(math.Round(k*p.Width)), int(math.Round(k*p.Height))), k: k,
		faces: map[fontKey]font.Face{}}
	r.SetColor(color.White)
	r.Clear()
	for i := range p.Shapes {
		if err := r.shape(&p.Shapes[i]); err != nil {
			return err
		}
	}
	if err := png.Encode(w, r.Image()); err != nil {
		return fmt.Errorf("writing PNG: %w", err)
	}
	return nil
}

// raster is an image under way; k is how many dots a unit has.
type raster struct {
	*gg.Context
	k     float64
	faces map[fontKey]font.Face
}

type fontKey struct {
	size float64
	bold bool
}

func (r *raster) shape(s *picture.Shape) error {
	if s.Text != "" {
		return r.text(s.Points[0], s.Text, &s.Font)
	}
	if s.Radius != 0 {
		r.DrawCircle(r.k*s.Points[0].X, r.k*s.Points[0].Y, r.k*s.Radius)
	} else {
		for _, p := range s.Points {
			r.LineTo(r.k*p.X, r.k*p.Y)
		}
		if s.Closed {
			r.ClosePath()
		}
	}
	r.paint(&s.Style)
	r.ClearPath()
	return nil
}

func (r *raster) paint(s *picture.Style) {
	if s.Fill != "" {
		c := colourOf(s.Fill)
		if s.Opacity != 0 {
			c.A = uint8(math.Round(255 * s.Opacity))
		}
		r.SetColor(c)
		r.FillPreserve()
	}
	if s.Stroke == "" {
		return
	}
	r.SetColor(colourOf(s.Stroke))
	r.SetLineWidth(r.k * widthOf(s))
	r.SetLineJoin(gg.LineJoinRound)
	r.SetLineCap(map[picture.Ends]gg.LineCap{"": gg.LineCapButt, picture.SquareEnds: gg.LineCapSquare,
		picture.RoundEnds: gg.LineCapRound}[s.Ends])
	var dash []float64
	for _, length := range s.Dash {
		dash = append(dash, r.k*length)
	}
	r.SetDash(dash...)
	r.StrokePreserve()
}

func (r *raster) text(at picture.Point, text string, f *picture.Font) error {
	face, err := r.face(fontKey{r.k * f.Size, f.Bold})
	if err != nil {
		return err
	}
	r.SetFontFace(face)
	r.SetColor(colourOf(f.Colour))
	x, y := r.k*at.X, r.k*at.Y
	if f.Turned {
		r.Push()
		defer r.Pop()
		r.RotateAbout(-math.Pi/2, x, y)
	}
	width, _ := r.MeasureString(text)
	r.DrawString(text, x-shareOf(f.Anchor)*width, y)
	return nil
}

func (r *raster) face(key fontKey) (font.Face, error) {
	if face, ok := r.faces[key]; ok {
		return face, nil
	}
	data := goregular.TTF
	if key.bold {
		data = gobold.TTF
	}
	parsed, err := opentype.Parse(data)
	if err != nil {
		return nil, fmt.Errorf("reading the font: %w", err)
	}
	face, err := opentype.NewFace(parsed, &opentype.FaceOptions{Size: key.size, DPI: 72})
	if err != nil {
		return nil, fmt.Errorf("scaling the font: %w", err)
	}
	r.faces[key] = face
	return face, nil
}

// colourOf reads "#rrggbb"; anything else is black.
func colourOf(text string) color.NRGBA {
	v, err := strconv.ParseUint(text[min(1, len(text)):], 16, 32)
	if err != nil {
		v = 0
	}
	return color.NRGBA{R: uint8(v >> 16), G: uint8(v >> 8), B: uint8(v), A: 255}
}

func widthOf(s *picture.Style) float64 {
	if s.Width == 0 {
		return 1
	}
	return s.Width
}

// shareOf returns which share of a text's width stands before its point.
func shareOf(a picture.Anchor) float64 {
	switch a {
	case picture.Middle:
		return 0.5
	case picture.End:
		return 1
	}
	return 0
}
