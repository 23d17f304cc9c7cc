package chart

import "github.com/sudokuctl/sudokuctl/core/picture"

// Line draws each series as a line through its points: convergence of a search, something over something.
func Line(c Chart, series ...Series) *picture.Picture {
	p := newPlot(c, xAxis(c, series), yAxis(c, series), names(series))
	p.frame()
	p.lines(series)
	return p.finish()
}

func (p *plot) lines(series []Series) {
	for i, s := range series {
		spots := p.place(s)
		p.Path(pointsOf(spots), curve(i))
		if s.Mark != nil {
			for _, at := range spots {
				p.Marked(s.Mark(at.index), func() { p.marker(0, at.X, at.Y, 2.5, fill(colour(i))) })
			}
		}
		p.lineKey(i, s.Name)
	}
}

func names(series []Series) []string {
	var all []string
	for _, s := range series {
		all = append(all, s.Name)
	}
	return all
}

func xAxis(c Chart, series []Series) axis {
	var all [][]float64
	for _, s := range series {
		all = append(all, s.X)
	}
	return newAxis(c.XLog, all...)
}

func yAxis(c Chart, series []Series) axis {
	var all [][]float64
	for _, s := range series {
		all = append(all, s.Y)
	}
	return newAxis(c.YLog, all...)
}

// spot is where a point of a series is drawn.
type spot struct {
	picture.Point
	index int // in the series
}

func pointsOf(spots []spot) []picture.Point {
	points := make([]picture.Point, len(spots))
	for i, s := range spots {
		points[i] = s.Point
	}
	return points
}

// place turns the points that can be shown into pixels; points on the pixel of their forerunner are left out.
func (p *plot) place(s Series) []spot {
	var spots []spot
	for i := range s.X {
		if !p.x.shows(s.X[i]) || !p.y.shows(s.Y[i]) {
			continue
		}
		px, py := p.x.at(s.X[i]), p.y.at(s.Y[i])
		if n := len(spots); n > 0 && number(px) == number(spots[n-1].X) && number(py) == number(spots[n-1].Y) {
			continue
		}
		spots = append(spots, spot{picture.Point{X: px, Y: py}, i})
	}
	return spots
}

// lineKey writes the i-th entry of the legend beside the frame.
func (p *plot) lineKey(i int, name string) {
	y := p.y.to + 14 + float64(i)*20
	p.Line(p.right+14, y, p.right+40, y, curve(i))
	p.text(p.right+46, y+4.5, picture.Start, name)
}
