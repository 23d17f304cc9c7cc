package page

import (
	"cmp"
	"context"
	"fmt"
	"html/template"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/chart"
	"github.com/sudokuctl/sudokuctl/serve/internal/desk"
	"github.com/sudokuctl/sudokuctl/work/library"
)

// cluesMetric is what every library has a chart of.
const cluesMetric = "clues"

// strip is a low histogram without axes. A bar leads to its puzzles.
type strip struct {
	Metric, Median, From, Below string
	Bars                        []stripBar
}

// stripBar is a bar of a strip whose width and height are 100.
type stripBar struct {
	X, Top, Width, Height float64
	chart.Mark
}

// mostStrips is how many strips are above a list.
const mostStrips = 3

// spread shows how the puzzles of the condition are spread by the metrics that have a column, and by clues: as charts
// in their view, which counts for longer, otherwise as strips where that is quickly counted.
func (s *site) spread(ctx context.Context, b *libraryBody, keep url.Values) error {
	within, list := desk.GlanceTime, maps.Clone(keep)
	if b.View == chartView {
		within = desk.ValuesTime
		list.Del("view")
	}
	known := slices.DeleteFunc(slices.Clone(b.Columns), func(m string) bool { return !slices.Contains(b.Metrics, m) })
	for _, metric := range append(known, cluesMetric) {
		spread, err := s.desk.Values(ctx, metric, b.Query.Where, 0, within)
		if err != nil {
			return err
		}
		mark := func(from, below float64, count int) chart.Mark {
			first, end := plainNumber(from), plainNumber(below)
			return chart.Mark{Title: fmt.Sprintf("%s from %s to below %s: %d", metric, first, end, count),
				Link: s.libraryURL(list, "where", both(b.Query.Where, between(metric, first, end)))}
		}
		switch {
		case b.View == chartView && spread.Puzzles > 0:
			p, err := s.desk.Histogram(ctx, spread, "", desk.OnPage, mark)
			if err != nil {
				return err
			}
			b.Charts = append(b.Charts, template.HTML(p.SVG())) // picture escapes every text in it
		case b.View != chartView && len(b.Strips) < mostStrips && len(spread.Bins) > 1 && !spread.Approximate:
			b.Strips = append(b.Strips, newStrip(spread, mark))
		default:
			continue
		}
		b.Ranges = append(b.Ranges, metric)
	}
	return nil
}

// newStrip returns the bars of a small chart.
func newStrip(spread *library.SpreadRecord, mark func(from, below float64, count int) chart.Mark) strip {
	n, most := len(spread.Bins), 0
	for _, bin := range spread.Bins {
		most = max(most, bin.Count)
	}
	out := strip{Metric: spread.Metric, Median: strconv.FormatFloat(*spread.Median, 'g', 4, 64),
		From: plainNumber(*spread.Bins[0].From), Below: plainNumber(*spread.Bins[n-1].Below)}
	for i, bin := range spread.Bins {
		if bin.Count == 0 {
			continue
		}
		height := max(3, 100*float64(bin.Count)/float64(most))
		out.Bars = append(out.Bars, stripBar{X: 100 * float64(i) / float64(n), Width: 100 / float64(n), Top: 100 - height,
			Height: height, Mark: mark(*bin.From, *bin.Below, bin.Count)})
	}
	return out
}

// between is the condition that a metric is in a range, an end of which may be missing.
func between(metric, from, below string) string {
	var all []string
	if from != "" {
		all = append(all, metric+" >= "+from)
	}
	if below != "" {
		all = append(all, metric+" < "+below)
	}
	return strings.Join(all, " && ")
}

// plainNumber writes a number as conditions do.
func plainNumber(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

// asked is the condition that the fields below the charts add: a metric and the ends of its range, "" if they are not
// used.
func asked(v url.Values) string {
	for _, end := range []string{"from", "below"} {
		if text := v.Get(end); text != "" {
			number, err := strconv.ParseFloat(text, 64)
			if err != nil {
				return ""
			}
			v.Set(end, plainNumber(number))
		}
	}
	return between(cmp.Or(v.Get("metric"), cluesMetric), v.Get("from"), v.Get("below"))
}
