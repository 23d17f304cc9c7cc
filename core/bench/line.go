package bench

import "fmt"

// Line draws each series as a line through its points: convergence of a search, something over something.
func Line(c Chart, series ...Series) string {
	p := newPlot(c, xAxis(c, series), yAxis(c, series), names(series))
	p.frame()
	p.lines(series)
	return p.finish()
}

func (p *plot) lines(series []Series) {
	for i, s := range series {
		x, y := p.place(s)
		p.path(x, y, fmt.Sprintf(`stroke=%q stroke-width="2" stroke-linejoin="round" %s`, colour(i), dash(i)))
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

// place turns the points that can be shown into pixels; points on the pixel of their forerunner are left out.
func (p *plot) place(s Series) (x, y []float64) {
	for i := range s.X {
		if !p.x.shows(s.X[i]) || !p.y.shows(s.Y[i]) {
			continue
		}
		px, py := p.x.at(s.X[i]), p.y.at(s.Y[i])
		if n := len(x); n > 0 && number(px) == number(x[n-1]) && number(py) == number(y[n-1]) {
			continue
		}
		x, y = append(x, px), append(y, py)
	}
	return x, y
}

// lineKey writes the i-th entry of the legend beside the frame.
func (p *plot) lineKey(i int, name string) {
	y := p.y.to + 14 + float64(i)*20
	p.line(p.right+14, y, p.right+40, y, fmt.Sprintf(`stroke=%q stroke-width="2" %s`, colour(i), dash(i)))
	p.text(p.right+46, y+4.5, "start", "", name)
}
