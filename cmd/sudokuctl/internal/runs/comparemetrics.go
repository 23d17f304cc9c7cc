package runs

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"strings"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
	"github.com/sudokuctl/sudokuctl/core/chart"
	"github.com/sudokuctl/sudokuctl/core/picture"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work/library"
)

// drawMetrics draws the grades of the database: a histogram of each metric asked for, or one against another.
func (o *compareOptions) drawMetrics(ctx context.Context) error {
	if err := o.checkMetrics(); err != nil {
		return err
	}
	return o.app.WithLibrary(ctx, func(s *store.Store) error {
		columns, err := library.MetricValues(ctx, o.app.Env(s), o.where, o.metrics)
		if err != nil {
			return err
		}
		labels, err := library.MetricLabels(ctx, o.app.Env(s))
		if err != nil {
			return err
		}
		return screen.DrawTo(o.app.Streams, o.svg, o.metricPicture(columns, labels))
	})
}

func (o *compareOptions) checkMetrics() error {
	switch {
	case o.svg == "":
		return app.UsageErrorf("--metric draws a chart: say where with --svg FILE")
	case o.chart == "histogram" && len(o.metrics) > 0, o.chart == "scatter" && len(o.metrics) == 2:
		return nil
	}
	return app.UsageErrorf("--metric goes with --chart histogram, or two metrics with --chart scatter")
}

func (o *compareOptions) metricPicture(columns [][]float64, labels map[string]string) *picture.Picture {
	if o.chart == "scatter" {
		pairs := 0
		for i := range columns[0] {
			if !math.IsNaN(columns[0][i]) && !math.IsNaN(columns[1][i]) {
				pairs++
			}
		}
		return chart.Scatter(chart.Chart{Title: cmp.Or(o.title, o.metrics[1]+" against "+o.metrics[0]),
			XLabel: cmp.Or(labels[o.metrics[0]], o.metrics[0]), YLabel: cmp.Or(labels[o.metrics[1]], o.metrics[1]),
			Note: fmt.Sprintf("n = %d puzzles; Spearman's correlation %.3f", pairs,
				screen.Correlation(columns[0], columns[1]))},
			chart.Series{X: columns[0], Y: columns[1]})
	}
	var groups []chart.Group
	for i, name := range o.metrics {
		groups = append(groups, chart.Group{Name: name, Values: columns[i]})
	}
	label := strings.Join(o.metrics, ", ")
	if len(o.metrics) == 1 {
		label = cmp.Or(labels[label], label)
	}
	return chart.Histogram(chart.Chart{Title: cmp.Or(o.title, "Grades of the database"), XLabel: label,
		YLabel: map[bool]string{true: "puzzles", false: "share of puzzles"}[len(o.metrics) == 1]}, 40, groups...)
}
