package chart

import (
	"math"

	"github.com/sudokuctl/sudokuctl/core/picture"
)

// Histogram counts values in bins of equal width on the axis, about as many as asked for (0: 30); several
// groups stand in the same picture as outlines, each as a share of its own size, one alone as bars with counts.
func Histogram(c Chart, bins int, groups ...Group) *picture.Picture {
	if bins <= 0 {
		bins = 30
	}
	var all [][]float64
	var legend []string
	for _, g := range groups {
		all = append(all, g.Values)
		if len(groups) > 1 {
			legend = append(legend, g.Name)
		}
	}
	x := newAxis(c.XLog, all...)
	counts := make([][]float64, len(groups))
	for i, g := range groups {
		counts[i] = count(g.Values, x, bins)
		if len(groups) > 1 {
			scale(counts[i])
		}
	}
	if c.YLabel == "" {
		c.YLabel = "count"
		if len(groups) > 1 {
			c.YLabel = "share"
		}
	}
	p := newPlot(c, x, newAxis(false, append(counts, []float64{0})...), legend)
	if c.Seconds {
		p.xLabel, p.yLabel = secondsLabel, label
	}
	p.frame()
	for i := range groups {
		if len(groups) == 1 {
			p.bars(groups[i], counts[i])
			continue
		}
		p.outline(counts[i], curve(i))
		p.lineKey(i, groups[i].Name)
	}
	return p.finish()
}

func count(values []float64, x axis, bins int) []float64 {
	counts := make([]float64, bins)
	for _, v := range values {
		if x.shows(v) {
			counts[bin(x.share(v), bins)]++
		}
	}
	return counts
}

// bin returns the bin in which a value at a share of the axis is: a value at an edge is in the bin that begins
// there, also if its share falls short of it by what floating point rounds away, as that of 1.2 from 0 to 9 does.
func bin(share float64, bins int) int { return min(bins-1, int(share*float64(bins)+1e-9)) }

func scale(counts []float64) {
	total := 0.0
	for _, n := range counts {
		total += n
	}
	if total == 0 {
		return
	}
	for i := range counts {
		counts[i] /= total
	}
}

// edge returns the pixel of the lower end of a bin.
func (p *plot) edge(bin, bins int) float64 {
	return p.x.from + (p.x.to-p.x.from)*float64(bin)/float64(bins)
}

func (p *plot) bars(g Group, counts []float64) {
	for i, n := range counts {
		if n == 0 {
			continue
		}
		left, right := p.edge(i, len(counts)), p.edge(i+1, len(counts))
		top := math.Min(p.y.at(n), p.y.from-1)
		g.marked(p, p.x.value(float64(i)/float64(len(counts))), p.x.value(float64(i+1)/float64(len(counts))), int(n), func() {
			p.Rect(left+0.5, top, right-left-1, p.y.from-top, fill(colour(0)))
		})
	}
}

func (p *plot) outline(counts []float64, style picture.Style) {
	points := []picture.Point{{X: p.x.from, Y: p.y.from}}
	for i, n := range counts {
		points = append(points, picture.Point{X: p.edge(i, len(counts)), Y: p.y.at(n)},
			picture.Point{X: p.edge(i+1, len(counts)), Y: p.y.at(n)})
	}
	p.Path(append(points, picture.Point{X: p.x.to, Y: p.y.from}), style)
}
