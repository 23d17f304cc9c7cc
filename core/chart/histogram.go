package chart

import (
	"fmt"
	"math"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/picture"
	"github.com/sudokuctl/sudokuctl/core/stats"
)

// Histogram counts values in bins of equal width on the axis, about as many as asked for (0: 30); several
// groups stand in the same picture as outlines, each as a share of its own size, one alone as bars with counts.
// On a linear axis bins begin at round numbers; values that are stats.Wide have a logarithmic one.
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
	edges := x.divided(bins)
	if !c.XLog {
		edges = stats.Edges(bins, all...)
		c.XLog = stats.Wide(all...)
		x = newAxis(c.XLog, edges)
	}
	counts := make([][]float64, len(groups))
	for i, g := range groups {
		for _, b := range stats.Count(edges, g.Values) {
			counts[i] = append(counts[i], float64(b.Count))
		}
		if len(groups) > 1 {
			scale(counts[i])
		}
	}
	if c.Note == "" {
		c.Note = sizes(groups)
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
			p.bars(groups[i], edges, counts[i])
			continue
		}
		p.outline(edges, counts[i], curve(i))
		p.lineKey(i, groups[i].Name)
	}
	return p.finish()
}

// sizes says how many values groups have: "n = 72", or "n = 72 (dlx), 70 (ga)" of several.
func sizes(groups []Group) string {
	texts := make([]string, len(groups))
	for i, g := range groups {
		if texts[i] = fmt.Sprint(len(g.Values) - countNaN(g.Values)); len(groups) > 1 {
			texts[i] += " (" + g.Name + ")"
		}
	}
	return "n = " + strings.Join(texts, ", ")
}

func countNaN(values []float64) (n int) {
	for _, v := range values {
		if math.IsNaN(v) {
			n++
		}
	}
	return n
}

// divided returns the ends of bins that divide the axis. They are less than what they are computed to be by what
// floating point may round, the last is more, so that the bin of a value at an end is the one that begins there.
func (a *axis) divided(bins int) []float64 {
	edges := make([]float64, bins+1)
	for i := range bins {
		edges[i] = a.value(float64(i)/float64(bins)) * (1 - 1e-12)
	}
	edges[bins] = a.high * (1 + 1e-12)
	return edges
}

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

// unseen fills what is above a bar, so that one can point at a short one.
var unseen = picture.Style{Fill: paper, Opacity: 0.01}

func (p *plot) bars(g Group, edges, counts []float64) {
	for i, n := range counts {
		if n == 0 {
			continue
		}
		left, right := p.x.at(edges[i]), p.x.at(edges[i+1])
		top := math.Min(p.y.at(n), p.y.from-1)
		g.marked(p, edges[i], edges[i+1], int(n), func() {
			if g.Mark != nil {
				p.Rect(left, p.y.to, right-left, p.y.from-p.y.to, unseen)
			}
			p.Rect(left+0.5, top, right-left-1, p.y.from-top, fill(colour(0)))
		})
	}
}

func (p *plot) outline(edges, counts []float64, style picture.Style) {
	if len(counts) == 0 {
		return
	}
	points := []picture.Point{{X: p.x.at(edges[0]), Y: p.y.from}}
	for i, n := range counts {
		points = append(points, picture.Point{X: p.x.at(edges[i]), Y: p.y.at(n)}, picture.Point{X: p.x.at(edges[i+1]), Y: p.y.at(n)})
	}
	p.Path(append(points, picture.Point{X: p.x.at(edges[len(counts)]), Y: p.y.from}), style)
}
