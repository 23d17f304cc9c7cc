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
	X, Width, Height float64
	Text, URL        string
}

// Top is where the bar begins, from above.
func (b stripBar) Top() float64 { return 100 - b.Height }

// mostStrips is how many strips are above a list.
const mostStrips = 3

// strips shows how the puzzles of the condition are spread by the metrics that have a column, and by clues, where that is
// quickly counted. The view of charts counts for longer.
func (s *site) strips(ctx context.Context, b *libraryBody, keep url.Values) (*listing, error) {
	l := &listing{}
	for _, metric := range b.spread() {
		spread, err := s.desk.Values(ctx, metric, b.Query.Where, 0, desk.GlanceTime)
		if err != nil {
			return nil, err
		}
		if len(l.Strips) < mostStrips && len(spread.Bins) > 1 && !spread.Approximate {
			l.Strips = append(l.Strips, s.strip(spread, b.Query.Where, keep))
			l.Ranges = append(l.Ranges, metric)
		}
	}
	return l, nil
}

// spread are the metrics whose spread is shown.
func (b *libraryBody) spread() []string {
	known := slices.DeleteFunc(slices.Clone(b.Columns), func(m string) bool { return !slices.Contains(b.Metrics, m) })
	return append(known, cluesMetric)
}

func (s *site) strip(spread *library.SpreadRecord, where string, keep url.Values) strip {
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
		mark := s.rangeMark(spread.Metric, where, keep, *bin.From, *bin.Below, bin.Count)
		out.Bars = append(out.Bars, stripBar{X: 100 * float64(i) / float64(n), Width: 100 / float64(n),
			Height: max(3, 100*float64(bin.Count)/float64(most)), Text: mark.Title, URL: mark.Link})
	}
	return out
}

// rangeMark says what a bar holds, and leads there.
func (s *site) rangeMark(metric, where string, keep url.Values, from, below float64, count int) chart.Mark {
	first, end := plainNumber(from), plainNumber(below)
	return chart.Mark{Title: fmt.Sprintf("%s from %s to below %s: %d", metric, first, end, count),
		Link: s.narrowed(keep, where, between(metric, first, end))}
}

// charts draws the same with axes.
func (s *site) charts(ctx context.Context, b *libraryBody, keep url.Values) (*listing, error) {
	l, list := &listing{}, maps.Clone(keep)
	list.Del("view")
	for _, metric := range b.spread() {
		spread, err := s.desk.Values(ctx, metric, b.Query.Where, 0, desk.ValuesTime)
		if err != nil {
			return nil, err
		}
		if spread.Puzzles == 0 {
			continue
		}
		l.Ranges = append(l.Ranges, metric)
		p, err := s.desk.Histogram(ctx, spread, "", desk.OnPage, func(from, below float64, count int) chart.Mark {
			return s.rangeMark(metric, b.Query.Where, list, from, below, count)
		})
		if err != nil {
			return nil, err
		}
		l.Charts = append(l.Charts, template.HTML(p.SVG())) // picture escapes every text in it
	}
	return l, nil
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

// asked is the condition that the fields below the charts add: a metric and the ends of its range, "" if they are not used.
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
