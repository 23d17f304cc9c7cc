package print

import (
	"cmp"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"math"
	"slices"
	"strconv"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"

	"github.com/sudokuctl/sudokuctl/core/picture"
)

// PNG writes a picture as an image with the given number of dots to the inch.
func PNG(w io.Writer, p *picture.Picture, dotsPerInch float64) error {
	k := millimetresOf(p.Unit) * dotsPerInch / 25.4
	r := &raster{RGBA: image.NewRGBA(image.Rect(0, 0, int(math.Round(k*p.Width)), int(math.Round(k*p.Height)))), k: k,
		faces: map[fontKey]font.Face{}}
	draw.Draw(r.RGBA, r.Bounds(), image.White, image.Point{}, draw.Src)
	for i := range p.Shapes {
		if err := r.shape(&p.Shapes[i]); err != nil {
			return err
		}
	}
	if err := png.Encode(w, r.RGBA); err != nil {
		return fmt.Errorf("writing PNG: %w", err)
	}
	return nil
}

// raster is an image under way; k is how many dots a unit has.
type raster struct {
	*image.RGBA // to be handed on as such, which drawing and encoding are fast with
	k           float64
	brush       vector.Rasterizer
	faces       map[fontKey]font.Face
}

type fontKey struct {
	size float64
	bold bool
}

// path is a line, or the outline of an area, through points in dots.
type path []picture.Point

func (r *raster) shape(s *picture.Shape) error {
	if s.Text != "" {
		return r.text(s.Points[0], s.Text, &s.Font)
	}
	line, half := make(path, len(s.Points)), r.k*cmp.Or(s.Style.Width, 1)/2
	for i, p := range s.Points {
		line[i] = picture.Point{X: r.k * p.X, Y: r.k * p.Y}
	}
	var stroke [][]path // areas to be painted one by one
	if s.Radius != 0 {
		at, radius := line[0], r.k*s.Radius
		line, stroke = disc(at, radius), [][]path{{disc(at, radius+half), disc(at, max(radius-half, 0))}}
		slices.Reverse(stroke[0][1])
	} else {
		if s.Closed {
			line = append(line, line[0])
		}
		for _, part := range r.dashed(line, s.Style.Dash) {
			for _, area := range strokeOf(part, half, s.Style.Ends) {
				stroke = append(stroke, []path{area})
			}
		}
	}
	if s.Style.Fill != "" {
		c := colourOf(s.Style.Fill)
		if s.Style.Opacity != 0 {
			c.A = uint8(math.Round(255 * s.Style.Opacity))
		}
		r.fill(c, line)
	}
	for _, area := range stroke {
		if s.Style.Stroke != "" {
			r.fill(colourOf(s.Style.Stroke), area...)
		}
	}
	return nil
}

// fill paints what lies within any of the outlines, all of which turn one way round; what turns the other way is a hole.
func (r *raster) fill(c color.Color, area ...path) {
	all := slices.Concat(area...)
	if len(all) == 0 {
		return
	}
	low, high := all[0], all[0]
	for _, p := range all {
		low, high = picture.Point{X: min(low.X, p.X), Y: min(low.Y, p.Y)}, picture.Point{X: max(high.X, p.X), Y: max(high.Y, p.Y)}
	}
	box := image.Rect(int(math.Floor(low.X)), int(math.Floor(low.Y)), int(math.Ceil(high.X)), int(math.Ceil(high.Y))).Intersect(r.Bounds())
	if box.Empty() {
		return
	}
	r.brush.Reset(box.Dx(), box.Dy())
	for _, outline := range area {
		for i, p := range outline {
			x, y := float32(p.X-float64(box.Min.X)), float32(p.Y-float64(box.Min.Y))
			if i == 0 {
				r.brush.MoveTo(x, y)
			} else {
				r.brush.LineTo(x, y)
			}
		}
		r.brush.ClosePath()
	}
	r.brush.Draw(r.RGBA, box, image.NewUniform(c), image.Point{})
}

// disc returns the outline of a disc.
func disc(at picture.Point, radius float64) (outline path) {
	for i, n := 0, 16+int(radius); i < n; i++ {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(n))
		outline = append(outline, picture.Point{X: at.X + radius*cos, Y: at.Y + radius*sin})
	}
	return outline
}

// dashed cuts a line into its strokes; the lengths of strokes and gaps are in units.
func (r *raster) dashed(line path, dash []float64) (strokes []path) {
	if len(dash) == 0 {
		return []path{line}
	}
	i, left, stroke := 0, r.k*dash[0], line[:1:1]
	for _, to := range line[1:] {
		for {
			from := stroke[len(stroke)-1]
			length := math.Hypot(to.X-from.X, to.Y-from.Y)
			if length <= left+1e-9 {
				left, stroke = left-length, append(stroke, to)
				break
			}
			cut := picture.Point{X: from.X + (to.X-from.X)*left/length, Y: from.Y + (to.Y-from.Y)*left/length}
			if i%2 == 0 {
				strokes = append(strokes, append(stroke, cut))
			}
			i++
			left, stroke = r.k*dash[i%len(dash)], path{cut}
		}
	}
	if i%2 == 0 {
		strokes = append(strokes, stroke)
	}
	return strokes
}

// strokeOf returns what a pen with a round tip covers along a line: a rectangle for each part of it and a disc at each joint.
func strokeOf(line path, radius float64, ends picture.Ends) (area []path) {
	for i, b := range line[1:] {
		a := line[i]
		length := math.Hypot(b.X-a.X, b.Y-a.Y)
		if length == 0 {
			continue
		}
		x, y := (b.X-a.X)/length*radius, (b.Y-a.Y)/length*radius
		if ends == picture.SquareEnds {
			a, b = picture.Point{X: a.X - x, Y: a.Y - y}, picture.Point{X: b.X + x, Y: b.Y + y}
		}
		area = append(area, path{{X: a.X + y, Y: a.Y - x}, {X: b.X + y, Y: b.Y - x}, {X: b.X - y, Y: b.Y + x}, {X: a.X - y, Y: a.Y + x}})
	}
	first, last := line[0], line[len(line)-1]
	if ends == picture.RoundEnds || first == last {
		area = append(area, disc(first, radius), disc(last, radius))
	}
	for _, joint := range line[1:max(1, len(line)-1)] {
		area = append(area, disc(joint, radius))
	}
	return area
}

func (r *raster) text(at picture.Point, text string, f *picture.Font) error {
	face, err := r.face(fontKey{r.k * f.Size, f.Bold})
	if err != nil {
		return err
	}
	pen := font.Drawer{Dst: r.RGBA, Src: image.NewUniform(colourOf(f.Colour)), Face: face}
	width := pen.MeasureString(text)
	before := shareOf(f.Anchor) * float64(width)
	if !f.Turned {
		pen.Dot = fixed.Point26_6{X: fixed.Int26_6(64*r.k*at.X - before), Y: fixed.Int26_6(64 * r.k * at.Y)}
		pen.DrawString(text)
		return nil
	}
	level := image.NewAlpha(image.Rect(0, -face.Metrics().Ascent.Ceil(), width.Ceil(), face.Metrics().Descent.Ceil()))
	turned := image.NewAlpha(image.Rect(level.Rect.Min.Y, 1-level.Rect.Max.X, level.Rect.Max.Y, 1))
	pen.Dst, pen.Src = level, image.Opaque
	pen.DrawString(text)
	for x := level.Rect.Min.X; x < level.Rect.Max.X; x++ {
		for y := level.Rect.Min.Y; y < level.Rect.Max.Y; y++ {
			turned.SetAlpha(y, -x, level.AlphaAt(x, y))
		}
	}
	to := image.Pt(int(math.Round(r.k*at.X)), int(math.Round(r.k*at.Y+before/64)))
	draw.DrawMask(r.RGBA, turned.Rect.Add(to), image.NewUniform(colourOf(f.Colour)), image.Point{}, turned, turned.Rect.Min, draw.Over)
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

// shareOf returns which share of a text's width stands before its point.
func shareOf(a picture.Anchor) float64 {
	return map[picture.Anchor]float64{picture.Middle: 0.5, picture.End: 1}[a]
}
