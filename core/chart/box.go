package chart

import (
	"slices"

	"github.com/sudokuctl/sudokuctl/core/picture"
	"github.com/sudokuctl/sudokuctl/core/stats"
)

// Group is a named set of values.
type Group struct {
	Name   string
	Values []float64
	// Mark, or nil, marks a bar of a histogram, which holds the values from low to below high, or a whole box.
	Mark func(low, high float64, count int) Mark
}

func (g Group) marked(p *plot, low, high float64, count int, draw func()) {
	var m Mark
	if g.Mark != nil {
		m = g.Mark(low, high, count)
	}
	p.Marked(m, draw)
}

// Box draws for each group a box from the first to the third quartile with the median in it, whiskers from
// the 1st to the 99th percentile, and dots at the extremes. XLog does not matter.
func Box(c Chart, groups ...Group) *picture.Picture {
	var all [][]float64
	for _, g := range groups {
		all = append(all, g.Values)
	}
	if c.Note == "" {
		c.Note = "Box: quartiles and median. Whiskers: 1st and 99th percentile. Dots: extremes. " + sizes(groups)
	}
	p := newPlot(c, axis{low: 0, high: float64(len(groups))}, newAxis(c.YLog, all...), nil)
	p.frameY()
	for i, g := range groups {
		middle, half := p.x.at(float64(i)+0.5), min(36, 0.3*(p.x.at(1)-p.x.at(0)))
		p.box(g, middle, half, colour(i))
		p.text(middle, p.y.from+18, picture.Middle, g.Name)
	}
	return p.finish()
}

func (p *plot) box(g Group, middle, half float64, colour string) {
	sorted := slices.Clone(g.Values)
	sorted = slices.DeleteFunc(sorted, func(v float64) bool { return !p.y.shows(v) })
	if len(sorted) == 0 {
		return
	}
	slices.Sort(sorted)
	at := func(q float64) float64 { return p.y.at(stats.Quantile(sorted, q)) }
	outline := picture.Style{Stroke: colour, Width: 1.5}
	for _, end := range []struct{ whisker, quartile float64 }{{0.01, 0.25}, {0.99, 0.75}} {
		p.Line(middle, at(end.whisker), middle, at(end.quartile), outline)
		p.Line(middle-half/2, at(end.whisker), middle+half/2, at(end.whisker), outline)
	}
	outline.Fill, outline.Opacity = colour, 0.25
	g.marked(p, sorted[0], sorted[len(sorted)-1], len(sorted), func() {
		p.Rect(middle-half, at(0.75), 2*half, at(0.25)-at(0.75), outline)
	})
	p.Line(middle-half, at(0.5), middle+half, at(0.5), picture.Style{Stroke: ink, Width: 2.5})
	for _, q := range []float64{0, 1} {
		p.marker(0, middle, at(q), 2.5, fill(colour))
	}
}
