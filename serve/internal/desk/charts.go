package desk

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/sudokuctl/sudokuctl/core/chart"
	"github.com/sudokuctl/sudokuctl/core/picture"
	"github.com/sudokuctl/sudokuctl/serve/internal/jobs"
	"github.com/sudokuctl/sudokuctl/serve/internal/problem"
	"github.com/sudokuctl/sudokuctl/work/library"
)

// CompareCharts are the charts of a comparison that the page shows. The histogram here is that of a metric.
var CompareCharts = []string{"cactus", "box", "scatter", "matrix"}

// Compared says which answers are compared, and how that is drawn.
type Compared struct {
	Runs    []int64 `query:"runs" doc:"the newest that holds answers of solvers if there are none"`
	Ref     string  `query:"ref" doc:"the solver that the others are compared with"`
	Against string  `query:"against" doc:"of a scatter chart: the solver that the reference is compared with"`
	Title   string  `query:"title" doc:"of the chart, instead of one that says what is drawn"`
}

// Values writes which answers are compared as a query.
func (q *Compared) Values() url.Values {
	v := url.Values{}
	if q.Ref != "" {
		v.Set("ref", q.Ref)
	}
	for _, run := range q.Runs {
		v.Set("runs", strings.TrimPrefix(v.Get("runs")+","+strconv.FormatInt(run, 10), ","))
	}
	return v
}

// Chart draws a comparison as the page shows it.
func (d *Desk) Chart(ctx context.Context, kind string, q *Compared) (*picture.Picture, error) {
	c, err := d.Compare(ctx, q.Runs, q.Ref)
	if err != nil {
		return nil, err
	}
	return c.Chart(library.ChartRequest{Kind: kind, Title: q.Title, Y: q.Against, Mark: d.Mark})
}

// OnPage is how wide charts are on a page, in pixels: their texts can be read on a phone, too.
const OnPage = 540

// Histogram draws how the values of a metric are spread; mark says what bars are called and where they lead, or is nil.
func (d *Desk) Histogram(ctx context.Context, s *library.SpreadRecord, title string, width int,
	mark func(from, below float64, count int) chart.Mark) (*picture.Picture, error) {
	labels, err := library.MetricLabels(ctx, d.Env)
	if err != nil {
		return nil, err
	}
	label := "puzzles"
	if s.Approximate {
		label = "puzzles, of a sample of " + jobs.Estimated(int64(s.Puzzles+s.Without))
	}
	return chart.Histogram(chart.Chart{Title: cmp.Or(title, "Puzzles by "+s.Metric), XLabel: cmp.Or(labels[s.Metric], s.Metric),
		YLabel: label, Width: width}, defaultBins, chart.Group{Name: s.Metric, Values: s.Values, Mark: mark}), nil
}

// Bounds of comparisons that are kept: a page and its charts ask for the same.
const (
	comparisonAge  = 5 * time.Second
	maxComparisons = 2
)

// Compare compares solvers in runs. Whoever asks for the same within a moment gets the same comparison.
func (d *Desk) Compare(ctx context.Context, runs []int64, ref string) (*library.Comparison, error) {
	key, wait := fmt.Sprint(runs, " ", ref), slotWait+problem.ComputeTime
	c, err := d.comparisons.get(ctx, key, wait, func(ctx context.Context) (*library.Comparison, error) {
		release, err := d.slots.take(ctx)
		if err != nil {
			return nil, err
		}
		defer release()
		bounded, cancel := context.WithTimeout(ctx, problem.ComputeTime)
		defer cancel()
		return library.Compare(bounded, d.Env, library.CompareRequest{Runs: runs, Reference: ref})
	})
	if errors.Is(err, library.ErrNoAnswers) {
		return nil, problem.New(http.StatusNotFound, err.Error())
	}
	return c, err
}

// Mark names a puzzle in a chart and leads to it.
func (d *Desk) Mark(id int64) chart.Mark {
	m := NameOnly(id)
	m.Link = d.Path(fmt.Sprintf("/p/%d", id))
	return m
}

// NameOnly names a puzzle in a chart that leads nowhere.
func NameOnly(id int64) chart.Mark { return chart.Mark{Title: fmt.Sprintf("puzzle %d", id)} }
