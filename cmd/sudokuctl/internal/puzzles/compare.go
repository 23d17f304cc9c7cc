package puzzles

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
	"github.com/sudokuctl/sudokuctl/core/chart"
	"github.com/sudokuctl/sudokuctl/core/picture"
	"github.com/sudokuctl/sudokuctl/core/stats"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/wholefile"
	"github.com/sudokuctl/sudokuctl/serve/page"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work/library"
)

// compareOptions are the flags of compare.
type compareOptions struct {
	app     *app.App
	request library.CompareRequest
	svg     string
	chart   library.ChartRequest
	html    string
	metrics []string
	where   string
}

// Compare returns the command that compares the solvers of runs: disagreements first, then times, then charts.
func Compare(a *app.App) *cobra.Command {
	o := &compareOptions{app: a}
	c := app.Command("compare", nil)
	c.RunE = func(c *cobra.Command, args []string) error {
		if err := o.checkPage(c.Flags()); err != nil {
			return err
		}
		if len(o.metrics) > 0 {
			return o.drawMetrics(c.Context())
		}
		return o.run(c.Context(), args)
	}
	f := c.Flags()
	f.StringVar(&o.svg, "svg", "", "draw a chart into `FILE`")
	f.StringVar(&o.html, "html", "", "save tables and charts as one page in `FILE`")
	f.StringVar(&o.chart.Title, "title", "", "`TITLE` of the chart")
	app.OneOf(f, &o.chart.Kind, "chart", "cactus", library.ChartKinds, "which chart")
	f.StringSliceVar(&o.request.Solvers, "solver", nil,
		"`NAMES` of solvers, id or id@version, each in its newest run (default all of one run)")
	f.StringVar(&o.request.Reference, "reference", "", "`SOLVER` that the others are compared with (default the first)")
	f.StringVar(&o.chart.X, "x", "", "`SOLVER` on the x axis of a scatter (default the reference)")
	f.StringVar(&o.chart.Y, "y", "", "`SOLVER` on the y axis of a scatter (default the first other one)")
	f.StringSliceVar(&o.metrics, "metric", nil, "`NAMES` of metrics to draw")
	f.StringVar(&o.where, "where", "", "`CONDITION` on the puzzles whose metrics are drawn")
	return c
}

// run compares runs, or metrics.
func (o *compareOptions) run(ctx context.Context, args []string) error {
	for _, arg := range args {
		id, err := strconv.ParseInt(arg, 10, 64)
		if err != nil {
			return app.UsageErrorf("run %q is not a number", arg)
		}
		o.request.Runs = append(o.request.Runs, id)
	}
	var c *library.Comparison
	err := o.app.WithLibrary(ctx, func(s *store.Store) (err error) {
		c, err = library.Compare(ctx, o.app.Env(s), o.request)
		return err
	})
	if err != nil {
		return err
	}
	if err := o.draw(c); err != nil {
		return err
	}
	if err := o.savePage(c); err != nil {
		return err
	}
	return o.report(c)
}

// report prints disagreements, then the table.
func (o *compareOptions) report(c *library.Comparison) error {
	wrong := c.Disagreements
	for _, d := range wrong[:min(len(wrong), app.MaxBadLines)] {
		fmt.Fprintf(o.app.Stderr, "solvers disagree on %v\n", &d)
	}
	for _, r := range c.Runs {
		o.app.Remark("run %d: %s of %s", r.ID, r.Command, r.Started.Format("2006-01-02 15:04"))
	}
	for _, r := range c.Earlier {
		o.app.Remark("with answers found there, of run %d: %s of %s", r.ID, r.Command, r.Started.Format("2006-01-02 15:04"))
	}
	rows, err := (&screen.Columns[int]{
		Cells: func(i int) []any { return comparedCells(c, i) },
		JSON:  func(i int) any { return c.Records[i] },
		Spare: []string{"saved_ns", "only", "per_second_self", "undecided", "mean_ns", "fastest"},
	}).On(o.app.Streams)
	for i := range c.Records {
		err = cmp.Or(err, rows.Show(i))
	}
	if err := cmp.Or(err, rows.End()); err != nil || len(wrong) == 0 {
		return err
	}
	return &app.Failure{Code: app.ExitDisagree, Cause: fmt.Errorf("solvers disagree on %d %s", len(wrong),
		screen.Plural(len(wrong), "puzzle"))}
}

// comparedCells are what is shown of a solver.
func comparedCells(c *library.Comparison, i int) []any {
	r, s, against := c.Records[i], &c.Summaries[i], "-"
	if c.Table.Index(r.Solver) != c.Reference {
		against = c.Ratios[i].Short()
	}
	cells := []any{"solver", r.Solver, screen.Programs("puzzles"), r.Puzzles, "decided", s.Decided(),
		screen.People("undecided"), undecidedText(s)}
	for v := sudoku.Unknown; v <= sudoku.Invalid; v++ {
		cells = append(cells, screen.Programs(v.String()), s.Verdicts[v])
	}
	return append(cells, "median_ns", r.MedianNs, "mean_ns", r.MeanNs, "p99_ns", r.P99Ns,
		screen.Programs("sum_ns"), r.SumNs,
		"per_second_self", r.PerSecond, screen.People("against "+c.Table.Solvers[c.Reference]), against,
		screen.Programs("ratio"), r.Ratio, screen.Programs("ratio_low"), r.RatioLow,
		screen.Programs("ratio_high"), r.RatioHigh, "fastest", r.Fastest, "only", r.Only, "saved_ns", r.SavedNs)
}

// undecidedText lists the verdicts of puzzles that a solver did not decide.
func undecidedText(s *stats.Summary) string {
	var texts []string
	for v := sudoku.Unknown; v <= sudoku.Invalid; v++ {
		if n := s.Verdicts[v]; n > 0 && (v == sudoku.Unknown || v >= sudoku.Timeout) {
			texts = append(texts, fmt.Sprintf("%s %d", v, n))
		}
	}
	return strings.Join(texts, ", ")
}

// draw writes the chart, if one is wanted.
func (o *compareOptions) draw(c *library.Comparison) error {
	if o.svg == "" {
		return nil
	}
	drawn, err := c.Chart(o.chart)
	if err != nil {
		return err
	}
	return screen.DrawTo(o.app.Streams, o.svg, drawn)
}

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

// checkMetrics refuses flags that --metric does not take.
func (o *compareOptions) checkMetrics() error {
	switch {
	case o.svg == "":
		return app.UsageErrorf("--metric draws a chart: say where with --svg FILE")
	case o.chart.Kind == "histogram" && len(o.metrics) > 0, o.chart.Kind == "scatter" && len(o.metrics) == 2:
		return nil
	}
	return app.UsageErrorf("--metric goes with --chart histogram, or two metrics with --chart scatter")
}

// metricPicture draws a histogram or a scatter chart of metrics.
func (o *compareOptions) metricPicture(columns [][]float64, labels map[string]string) *picture.Picture {
	if o.chart.Kind == "scatter" {
		var xs, ys []float64 // of puzzles that have both
		for i, x := range columns[0] {
			if y := columns[1][i]; !math.IsNaN(x) && !math.IsNaN(y) {
				xs, ys = append(xs, x), append(ys, y)
			}
		}
		rho := stats.Spearman(xs, ys)
		low, high := stats.SpearmanInterval(rho, len(xs))
		return chart.Scatter(chart.Chart{Title: cmp.Or(o.chart.Title, o.metrics[1]+" against "+o.metrics[0]),
			XLabel: cmp.Or(labels[o.metrics[0]], o.metrics[0]), YLabel: cmp.Or(labels[o.metrics[1]], o.metrics[1]),
			Note: fmt.Sprintf("n = %d puzzles; Spearman's correlation %.3f (95 %% interval %.3f to %.3f)", len(xs), rho,
				low, high)},
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
	return chart.Histogram(chart.Chart{Title: cmp.Or(o.chart.Title, "Grades of the database"), XLabel: label,
		YLabel: map[bool]string{true: "puzzles", false: "share of puzzles"}[len(o.metrics) == 1]}, 40, groups...)
}

// checkPage refuses flags that the page of --html cannot honour.
func (o *compareOptions) checkPage(f *pflag.FlagSet) error {
	if !f.Changed("html") {
		return nil
	}
	if !slices.Contains([]string{".html", ".htm"}, strings.ToLower(filepath.Ext(o.html))) {
		return app.UsageErrorf("--html %q: the name of a page ends in .html or .htm", o.html)
	}
	if len(o.metrics) > 0 {
		return app.UsageErrorf("--html is for solvers, --metric draws grades: leave one of them out")
	}
	for _, name := range []string{"chart", "title", "x", "y"} {
		if o.svg == "" && f.Changed(name) {
			return app.UsageErrorf("--%s is for the chart of --svg; the page of --html has charts of its own", name)
		}
	}
	return nil
}

// savePage writes the page, if one is wanted.
func (o *compareOptions) savePage(c *library.Comparison) error {
	if o.html == "" {
		return nil
	}
	var text bytes.Buffer
	err := page.WriteComparison(&text, c)
	if err == nil {
		err = wholefile.Replace(o.html, text.Bytes(), 0o644)
	}
	if err != nil {
		return fmt.Errorf("saving the page %q: %w", o.html, err)
	}
	o.app.Remark("%s written", o.html)
	return nil
}
