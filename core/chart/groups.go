package chart

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/picture"
	"github.com/sudokuctl/sudokuctl/core/stats"
)

// Group is a named set of values, drawn in one colour or as one box.
type Group struct {
	Name   string
	Values []float64
	// Mark, or nil, marks a bar of a histogram, which holds the values from low to below high, or a whole box.
	Mark func(low, high float64, count int) Mark
}

// marked draws with the link and title of the group's mark.
func (g Group) marked(p *plot, low, high float64, count int, draw func()) {
	var m Mark
	if g.Mark != nil {
		m = g.Mark(low, high, count)
	}
	p.Marked(m, draw)
}

// sizes says how many values groups have: "n = 72", or "n = 72 (dlx), 70 (ga)" of several.
func sizes(groups []Group) string {
	texts := make([]string, len(groups))
	for i, g := range groups {
		known := slices.DeleteFunc(slices.Clone(g.Values), math.IsNaN)
		if texts[i] = fmt.Sprint(len(known)); len(groups) > 1 {
			texts[i] += " (" + g.Name + ")"
		}
	}
	return "n = " + strings.Join(texts, ", ")
}

// valuesOf returns the values of all groups.
func valuesOf(groups []Group) (all [][]float64) {
	for _, g := range groups {
		all = append(all, g.Values)
	}
	return all
}

// Box draws for each group a box from the first to the third quartile with the median in it, whiskers from
// the 1st to the 99th percentile, and dots at the extremes. XLog does not matter.
func Box(c Chart, groups ...Group) *picture.Picture {
	if c.Note == "" {
		c.Note = "Box: quartiles and median. Whiskers: 1st and 99th percentile. Dots: extremes. " + sizes(groups)
	}
	p := newPlot(c, axis{low: 0, high: float64(len(groups))}, newAxis(c.YLog, valuesOf(groups)...), nil)
	p.frameY()
	for i, g := range groups {
		middle, half := p.x.at(float64(i)+0.5), min(36, 0.3*(p.x.at(1)-p.x.at(0)))
		p.box(g, middle, half, colour(i))
		p.text(middle, p.y.from+18, picture.Middle, g.Name)
	}
	return &p.Picture
}

// box draws median, quartiles and whiskers of a group.
func (p *plot) box(g Group, middle, half float64, colour string) {
	sorted := slices.DeleteFunc(slices.Clone(g.Values), func(v float64) bool { return !p.y.shows(v) })
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
		p.Disc(middle, at(q), 2.5, fill(colour))
	}
}

// Histogram counts values in bins of equal width on the axis, about as many as asked for (0: 30); several
// groups stand in the same picture as outlines, each as a share of its own size, one alone as bars with counts.
// On a linear axis bins begin at round numbers; values that are stats.Wide have a logarithmic one.
func Histogram(c Chart, bins int, groups ...Group) *picture.Picture {
	if bins <= 0 {
		bins = 30
	}
	all, several, count := valuesOf(groups), len(groups) > 1, "count"
	x := newAxis(c.XLog, all...)
	edges := x.divided(bins)
	if !c.XLog {
		edges = stats.Edges(bins, all...)
		c.XLog = stats.Wide(all...)
		x = newAxis(c.XLog, edges)
	}
	var legend []string
	counts := make([][]float64, len(groups))
	for i, g := range groups {
		binned, total := stats.Count(edges, g.Values), 1
		if several {
			count, legend = "share", append(legend, g.Name)
			total = 0
			for _, b := range binned {
				total += b.Count
			}
		}
		for _, b := range binned {
			counts[i] = append(counts[i], float64(b.Count)/float64(max(1, total)))
		}
	}
	if c.Note == "" {
		c.Note = sizes(groups)
	}
	if c.YLabel == "" {
		c.YLabel = count
	}
	p := newPlot(c, x, newAxis(false, append(counts, []float64{0})...), legend)
	if c.Seconds {
		p.xLabel, p.yLabel = secondsLabel, label
	}
	p.frame()
	for i, g := range groups {
		if !several {
			p.bars(g, edges, counts[i])
			continue
		}
		p.outline(edges, counts[i], curve(i))
		p.lineKey(i, g.Name)
	}
	return &p.Picture
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

// unseen fills what is above a bar, so that one can point at a short one.
var unseen = picture.Style{Fill: paper, Opacity: 0.01}

// bars draws a histogram as bars.
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

// outline draws a histogram as a line of steps.
func (p *plot) outline(edges, counts []float64, style picture.Style) {
	if len(counts) == 0 {
		return
	}
	points := []picture.Point{{X: p.x.at(edges[0]), Y: p.y.from}}
	for i, n := range counts {
		points = append(points, picture.Point{X: p.x.at(edges[i]), Y: p.y.at(n)},
			picture.Point{X: p.x.at(edges[i+1]), Y: p.y.at(n)})
	}
	p.Path(append(points, picture.Point{X: p.x.at(edges[len(counts)]), Y: p.y.from}), style)
}

// manyColumns is from how many columns on their names are turned, so that long ones do not make them wide.
const manyColumns = 9

// Heat draws a matrix: values[r][c] of row r and column c as a colour and in figures, with the given number
// of decimals. NaN is an empty field. Wins as counts, correlations, anything of two kinds: where values are
// negative, zero is nearly white and the sign has its own colour.
func Heat(c Chart, rows, columns []string, values [][]float64, decimals int) *picture.Picture {
	p := newCanvas(c)
	left, top, height, width := 60.0, 84.0, 38.0, 66.0 // the last two of a field
	turned := len(columns) >= manyColumns
	if turned {
		height, width = 30, 50
	}
	for _, name := range rows {
		left = max(left, textWidth(name)+50)
	}
	for _, name := range columns {
		if turned {
			top = max(top, 66+textWidth(name))
		} else {
			width = max(width, textWidth(name)+16)
		}
	}
	right, bottom := left+float64(len(columns))*width, top+float64(len(rows))*height
	p.Width = max(right+marginRight, 40+1.25*textWidth(c.Title), 40+0.85*textWidth(c.Note))
	p.Height = bottom + 36
	p.Write(20, 28, c.Title, titleHand)
	p.text((left+right)/2, 52, picture.Middle, c.XLabel)
	p.upright(22, (top+bottom)/2, picture.Middle, c.YLabel)
	p.Write(20, p.Height-10, c.Note, noteHand)
	low, high := math.Inf(1), math.Inf(-1)
	for _, row := range values {
		for _, v := range row {
			if finite(v) {
				low, high = min(low, v), max(high, v)
			}
		}
	}
	for r, name := range rows {
		y := top + float64(r)*height
		p.text(left-10, y+height/2+4.5, picture.End, name)
		for k := range columns {
			x, v := left+float64(k)*width, values[r][k]
			if !finite(v) {
				p.Rect(x, y, width, height, picture.Style{Fill: "#f4f4f4", Stroke: paper})
				continue
			}
			share := depth(v, low, high)
			text := ink
			if share > 0.55 {
				text = paper
			}
			p.Rect(x, y, width, height, picture.Style{Fill: shade(share, v < 0), Stroke: paper})
			p.Write(x+width/2, y+height/2+4.5, fmt.Sprintf("%.*f", decimals, v),
				picture.Font{Colour: text, Anchor: picture.Middle})
		}
	}
	for k, name := range columns {
		if x := left + (float64(k)+0.5)*width; turned {
			p.upright(x+4.5, top-8, picture.Start, name)
		} else {
			p.text(x, top-8, picture.Middle, name)
		}
	}
	return &p.Picture
}

// depth is how dark a value is, from 0 to 1: the farther from the least, or from zero where there are negative ones.
func depth(v, low, high float64) float64 {
	switch {
	case low < 0:
		return math.Abs(v) / max(-low, high)
	case high > low:
		return (v - low) / (high - low)
	}
	return 0.5
}

// shade goes from nearly white to dark blue, or to brown for negative values; its lightness alone tells how far.
func shade(share float64, negative bool) string {
	light, dark := [3]float64{0xee, 0xf5, 0xfb}, [3]float64{0x00, 0x3a, 0x6b}
	if negative {
		light, dark = [3]float64{0xfd, 0xf3, 0xe7}, [3]float64{0x8a, 0x3b, 0x00}
	}
	colour := "#"
	for i := range light {
		colour += fmt.Sprintf("%02x", int(math.Round(light[i]+(dark[i]-light[i])*share)))
	}
	return colour
}
