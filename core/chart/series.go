package chart

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/picture"
	"github.com/sudokuctl/sudokuctl/core/stats"
)

// Series is a named set of points. X and Y have equal lengths; points that are not finite, or not positive
// on a logarithmic axis, are left out.
type Series struct {
	Name string
	X, Y []float64
	Mark func(i int) Mark // of a point, or nil; a line shows its points where it is not
}

// newPlotOf lays out axes that span all series, and draws their frame.
func newPlotOf(c Chart, series []Series, legend bool) *plot {
	var xs, ys [][]float64
	var names []string
	for _, s := range series {
		xs, ys, names = append(xs, s.X), append(ys, s.Y), append(names, s.Name)
	}
	if !legend {
		names = nil
	}
	p := newPlot(c, newAxis(c.XLog, xs...), newAxis(c.YLog, ys...), names)
	p.frame()
	return p
}

// Line draws each series as a line through its points: convergence of a search, something over something.
func Line(c Chart, series ...Series) *picture.Picture {
	p := newPlotOf(c, series, true)
	p.lines(series)
	return &p.Picture
}

// lines draws each series as a line.
func (p *plot) lines(series []Series) {
	for i, s := range series {
		points, indices := p.place(s)
		p.Path(points, curve(i))
		if s.Mark != nil {
			for k, at := range points {
				p.Marked(s.Mark(indices[k]), func() { p.marker(0, at.X, at.Y, 2.5, fill(colour(i))) })
			}
		}
		p.lineKey(i, s.Name)
	}
}

// Scatter draws points: one metric against another.
func Scatter(c Chart, series ...Series) *picture.Picture {
	legend := len(series) > 1
	p := newPlotOf(c, series, legend)
	for i, s := range series {
		p.points(i, s)
		if legend {
			p.key(i, s.Name, func(x, y float64) { p.marker(i, x+13, y, 4, fill(colour(i))) })
		}
	}
	return &p.Picture
}

// points draws a series as points, each place once.
func (p *plot) points(i int, s Series) {
	style := picture.Style{Fill: colour(i), Opacity: 0.55}
	drawn := map[[2]int]bool{}
	points, indices := p.place(s)
	for k, at := range points {
		// Points closer than a pixel look like one: a million points stay a small picture.
		pixel := [2]int{int(math.Round(at.X)), int(math.Round(at.Y))}
		if drawn[pixel] {
			continue
		}
		drawn[pixel] = true
		var m Mark
		if s.Mark != nil {
			m = s.Mark(indices[k])
		}
		p.Marked(m, func() { p.marker(i, at.X, at.Y, 3, style) })
	}
}

// place turns the points that can be shown into pixels, with their indices; points on the pixel of their forerunner are
// left out.
func (p *plot) place(s Series) (points []picture.Point, indices []int) {
	seen := func(v float64) float64 { return math.Round(10 * v) } // as finely as pixels are written
	for i := range s.X {
		if !p.x.shows(s.X[i]) || !p.y.shows(s.Y[i]) {
			continue
		}
		at := picture.Point{X: p.x.at(s.X[i]), Y: p.y.at(s.Y[i])}
		if n := len(points); n > 0 && seen(at.X) == seen(points[n-1].X) && seen(at.Y) == seen(points[n-1].Y) {
			continue
		}
		points, indices = append(points, at), append(indices, i)
	}
	return points, indices
}

// marker draws the k-th kind of point: disc, square, triangle, diamond, triangle upside down, bar.
func (p *plot) marker(kind int, x, y, r float64, s picture.Style) {
	switch kind % 6 {
	case 0:
		p.Disc(x, y, r, s)
	case 1:
		p.Rect(x-r*0.9, y-r*0.9, r*1.8, r*1.8, s)
	case 2:
		p.Polygon(s, x, y-r*1.2, x+r*1.1, y+r*0.8, x-r*1.1, y+r*0.8)
	case 3:
		p.Polygon(s, x, y-r*1.3, x+r*1.3, y, x, y+r*1.3, x-r*1.3, y)
	case 4:
		p.Polygon(s, x, y+r*1.2, x+r*1.1, y-r*0.8, x-r*1.1, y-r*0.8)
	default:
		p.Polygon(s, x-r*1.3, y-r*0.5, x+r*1.3, y-r*0.5, x+r*1.3, y+r*0.5, x-r*1.3, y+r*0.5)
	}
}

// Cactus draws for each solver how many puzzles it decides when each may take at most a time: the further to
// the right and the lower, the better. The mark is that of a puzzle, or nil.
func Cactus(c Chart, t *stats.Table, mark func(puzzle int64) Mark) *picture.Picture {
	c.YLog, c.Seconds = true, true
	c.XLabel, c.YLabel = cmp.Or(c.XLabel, "puzzles decided"), cmp.Or(c.YLabel, "self time of a puzzle")
	var undecided, names []string
	var times [][]float64
	series := make([]Series, len(t.Solvers))
	for i, solver := range t.Solvers {
		s := Series{Name: solver}
		decided := t.Decided(i)
		for n, puzzle := range decided {
			s.X, s.Y = append(s.X, float64(n+1)), append(s.Y, t.Cells[i][puzzle].Self.Seconds())
		}
		if n := len(t.Puzzles) - len(decided); n > 0 {
			undecided = append(undecided, fmt.Sprintf("%d by %s", n, solver))
		}
		if mark != nil {
			s.Mark = func(n int) Mark { return mark(t.Puzzles[decided[n]]) }
		}
		series[i], names, times = s, append(names, solver), append(times, s.Y)
	}
	if c.Note == "" {
		c.Note = fmt.Sprintf("n = %d puzzles", len(t.Puzzles))
		if undecided != nil {
			c.Note += "; not decided: " + strings.Join(undecided, ", ")
		}
	}
	p := newPlot(c, newAxis(c.XLog, []float64{1, float64(len(t.Puzzles))}), newAxis(true, times...), names)
	p.frame()
	p.lines(series)
	return &p.Picture
}

// TimeScatter draws the times of two solvers against each other, with lines where one takes 1/10 of, as much as, and 10
// times the other's. A puzzle that one of them did not decide has +Inf as its time, and is drawn on the border.
func TimeScatter(c Chart, s Series) *picture.Picture {
	c.XLog, c.YLog, c.Seconds = true, true, true
	c.Width = cmp.Or(c.Width, 620)
	c.Height = cmp.Or(c.Height, c.Width-20)
	both := newAxis(true, s.X, s.Y)
	s.X, s.Y = slices.Clone(s.X), slices.Clone(s.Y)
	beyond := 0
	for i := range s.X {
		if math.IsInf(s.X[i], 1) || math.IsInf(s.Y[i], 1) {
			s.X[i], s.Y[i] = min(s.X[i], both.high), min(s.Y[i], both.high)
			beyond++
		}
	}
	c.Note = cmp.Or(c.Note, fmt.Sprintf("n = %d puzzles", len(s.X)))
	if beyond > 0 {
		c.Note += fmt.Sprintf("; %d on the border: one of the two did not decide", beyond)
	}
	p := newPlot(c, both, both, nil)
	p.xLabel = secondsLabel
	p.frame()
	for _, line := range []struct {
		factor float64
		name   string
	}{{0.1, "1/10×"}, {1, "1×"}, {10, "10×"}} {
		p.diagonal(line.factor, line.name)
	}
	p.points(0, s)
	return &p.Picture
}

// diagonal draws y = factor·x where it is inside the frame.
func (p *plot) diagonal(factor float64, name string) {
	x1, x2 := max(p.x.low, p.y.low/factor), min(p.x.high, p.y.high/factor)
	if x1 >= x2 {
		return
	}
	style := picture.Style{Stroke: faint, Dash: []float64{5, 4}}
	if factor == 1 {
		style = stroke(ink)
	}
	p.Line(p.x.at(x1), p.y.at(x1*factor), p.x.at(x2), p.y.at(x2*factor), style)
	hand := noteHand
	hand.Anchor = picture.End
	p.Write(p.x.at(x2)-5, p.y.at(x2*factor)+38, name, hand)
}
