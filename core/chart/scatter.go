package chart

import (
	"fmt"
	"math"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/picture"
)

// Scatter draws points: one metric against another.
func Scatter(c Chart, series ...Series) *picture.Picture {
	legend := names(series)
	if len(series) == 1 {
		legend = nil
	}
	p := newPlot(c, xAxis(c, series), yAxis(c, series), legend)
	p.frame()
	p.points(series, len(legend) > 0)
	return p.finish()
}

func (p *plot) points(series []Series, legend bool) {
	for i, s := range series {
		style := picture.Style{Fill: colour(i), Opacity: 0.55}
		drawn := map[[2]int]bool{}
		for _, at := range p.place(s) {
			// Points closer than a pixel look like one: a million points stay a small picture.
			pixel := [2]int{int(math.Round(at.X)), int(math.Round(at.Y))}
			if !drawn[pixel] {
				drawn[pixel] = true
				var m Mark
				if s.Mark != nil {
					m = s.Mark(at.index)
				}
				p.Marked(m, func() { p.marker(i, at.X, at.Y, 3, style) })
			}
		}
		if legend {
			at := p.y.to + 14 + float64(i)*20
			p.marker(i, p.right+27, at, 4, fill(colour(i)))
			p.text(p.right+46, at+4.5, picture.Start, s.Name)
		}
	}
}

// TimeScatter draws the times of two solvers against each other, with lines where one takes 1/10 of, as much
// as, and 10 times the other's. A puzzle that one of them did not decide has +Inf as its time, and is drawn on the border.
func TimeScatter(c Chart, s Series) *picture.Picture {
	c.XLog, c.YLog, c.Seconds = true, true, true
	if c.Width == 0 {
		c.Width = 620
	}
	if c.Height == 0 {
		c.Height = c.Width - 20
	}
	both := newAxis(true, s.X, s.Y)
	s.X, s.Y = slices.Clone(s.X), slices.Clone(s.Y)
	beyond := 0
	for i := range s.X {
		if math.IsInf(s.X[i], 1) || math.IsInf(s.Y[i], 1) {
			s.X[i], s.Y[i] = min(s.X[i], both.high), min(s.Y[i], both.high)
			beyond++
		}
	}
	if c.Note == "" {
		c.Note = fmt.Sprintf("n = %d puzzles", len(s.X))
	}
	if beyond > 0 {
		c.Note += fmt.Sprintf("; %d on the border: one of the two did not decide", beyond)
	}
	p := newPlot(c, both, both, nil)
	p.xLabel = secondsLabel
	p.frame()
	for _, factor := range []float64{0.1, 1, 10} {
		p.diagonal(factor)
	}
	p.points([]Series{s}, false)
	return p.finish()
}

// diagonal draws y = factor·x where it is inside the frame.
func (p *plot) diagonal(factor float64) {
	x1, x2 := max(p.x.low, p.y.low/factor), min(p.x.high, p.y.high/factor)
	if x1 >= x2 {
		return
	}
	style := picture.Style{Stroke: faint, Dash: []float64{5, 4}}
	if factor == 1 {
		style = stroke(ink)
	}
	p.Line(p.x.at(x1), p.y.at(x1*factor), p.x.at(x2), p.y.at(x2*factor), style)
	name := map[float64]string{0.1: "1/10×", 1: "1×", 10: "10×"}[factor]
	hand := noteHand
	hand.Anchor = picture.End
	p.Write(p.x.at(x2)-5, p.y.at(x2*factor)+38, name, hand)
}
