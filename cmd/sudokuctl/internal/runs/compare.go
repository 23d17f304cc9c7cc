package runs

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
	"github.com/sudokuctl/sudokuctl/core/stats"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work/library"
)

type compareOptions struct {
	app       *app.App
	svg       string
	title     string
	html      string
	chart     string
	reference string
	x, y      string
	solvers   []string
	metrics   []string
	where     string
}

func Compare(a *app.App) *cobra.Command {
	o := &compareOptions{app: a}
	c := &cobra.Command{
		Use:   "compare [RUN…]",
		Short: "Compare solvers by their stored runs",
		Long: `Compare the answers of solvers that stored runs rely on, the newest with answers unless numbers are
given; answers that a run found there count as its own. What comes is a table with each solver beside a
reference, what each adds to the virtual best (the imaginary solver that is always the fastest), and
first of all the puzzles on which they disagree. "fastest" counts the
puzzles on which no other was as fast, "only" those that no other decided, "saved" is what the virtual
best would lose without it. Times are those inside the algorithm; the ratio of their sums, over what
both decided, comes with its 95 % interval. --svg draws a chart; a name that ends in .pdf or .png
chooses that format. --html saves tables and charts as one page, which a browser shows without a
network. Runs that looked for another number of solutions, or had another time limit, are not mixed,
nor are rounds of bench with a run.

With --metric the chart is of the grades in the database instead: the histogram of metrics, or the
scatter of two.`,
		Example: `  sudokuctl compare -o table
  sudokuctl compare --solver mine@0.1.0,mine@0.2.0
  sudokuctl compare --svg cactus.svg --chart cactus
  sudokuctl compare --html compare.html
  sudokuctl compare --svg grades.png --chart histogram --metric se
  sudokuctl compare --svg metrics.svg --chart scatter --metric se,information_entropy`,
		RunE: func(c *cobra.Command, args []string) error {
			if err := o.checkPage(c.Flags()); err != nil {
				return err
			}
			if len(o.metrics) > 0 {
				return o.drawMetrics(c.Context())
			}
			return o.run(c.Context(), args)
		},
	}
	f := c.Flags()
	f.StringVar(&o.svg, "svg", "", "draw a chart into `FILE`")
	f.StringVar(&o.html, "html", "", "save tables and charts as one page in `FILE`")
	f.StringVar(&o.title, "title", "", "`TITLE` of the chart")
	f.StringVar(&o.chart, "chart", "cactus", "which chart: "+strings.Join(library.ChartKinds, ", "))
	f.StringSliceVar(&o.solvers, "solver", nil, "`NAMES` of solvers, id or id@version, each in its newest run (default all of one run)")
	f.StringVar(&o.reference, "reference", "", "`SOLVER` that the others are compared with (default the first)")
	f.StringVar(&o.x, "x", "", "`SOLVER` on the x axis of a scatter (default the reference)")
	f.StringVar(&o.y, "y", "", "`SOLVER` on the y axis of a scatter (default the first other one)")
	f.StringSliceVar(&o.metrics, "metric", nil, "`NAMES` of metrics to draw")
	f.StringVar(&o.where, "where", "", "`CONDITION` on the puzzles whose metrics are drawn")
	return c
}

func (o *compareOptions) run(ctx context.Context, args []string) error {
	if !slices.Contains(library.ChartKinds, o.chart) {
		return app.UsageErrorf("invalid value %q for --chart: must be one of %s%s", o.chart, strings.Join(library.ChartKinds, ", "),
			screen.DidYouMean(o.chart, library.ChartKinds))
	}
	var runs []int64
	for _, arg := range args {
		id, err := strconv.ParseInt(arg, 10, 64)
		if err != nil {
			return app.UsageErrorf("run %q is not a number", arg)
		}
		runs = append(runs, id)
	}
	var c *library.Comparison
	err := o.app.WithLibrary(ctx, func(s *store.Store) (err error) {
		c, err = library.Compare(ctx, o.app.Env(s), library.CompareRequest{Runs: runs, Solvers: o.solvers, Reference: o.reference})
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

func (o *compareOptions) report(c *library.Comparison) error {
	t := c.Table
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
	columns := []screen.Column{{Name: "solver"}, {Name: "puzzles", For: screen.Programs}, {Name: "decided"},
		{Name: "undecided", For: screen.People}}
	for v := sudoku.Unknown; v <= sudoku.Invalid; v++ {
		columns = append(columns, screen.Column{Name: v.String(), For: screen.Programs})
	}
	l := o.app.ListingOf(append(columns, []screen.Column{{Name: "median_ns"}, {Name: "mean_ns"}, {Name: "p99_ns"},
		{Name: "sum_ns", For: screen.Programs}, {Name: "per_second_self"}, {Name: "against " + t.Solvers[c.Reference], For: screen.People},
		{Name: "ratio", For: screen.Programs}, {Name: "ratio_low", For: screen.Programs}, {Name: "ratio_high", For: screen.Programs},
		{Name: "fastest"}, {Name: "only"}, {Name: "saved_ns"}}...)...)
	l.Spare("saved_ns", "only", "per_second_self", "undecided", "mean_ns", "fastest")
	for i, r := range c.Records {
		s := &c.Summaries[i]
		against := "-"
		if k := t.Index(r.Solver); k != c.Reference {
			against = t.Compare(k, c.Reference).Short()
		}
		cells := []string{r.Solver, fmt.Sprint(r.Puzzles), fmt.Sprint(s.Decided()), undecidedText(s)}
		for v := sudoku.Unknown; v <= sudoku.Invalid; v++ {
			cells = append(cells, fmt.Sprint(s.Verdicts[v]))
		}
		l.Row(r, append(cells, fmt.Sprint(r.MedianNs), fmt.Sprint(r.MeanNs), fmt.Sprint(r.P99Ns), fmt.Sprint(r.SumNs),
			screen.Number(r.PerSecond), against, screen.Number(r.Ratio), screen.Number(r.RatioLow), screen.Number(r.RatioHigh),
			fmt.Sprint(r.Fastest), fmt.Sprint(r.Only), fmt.Sprint(r.SavedNs))...)
	}
	if err := l.End(); err != nil || len(wrong) == 0 {
		return err
	}
	return &app.Failure{Code: app.ExitDisagree, Cause: fmt.Errorf("solvers disagree on %d %s", len(wrong),
		screen.Plural(len(wrong), "puzzle"))}
}

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
	drawn, err := c.Chart(library.ChartRequest{Kind: o.chart, Title: o.title, X: o.x, Y: o.y})
	if err != nil {
		return err
	}
	return screen.DrawTo(o.app.Streams, o.svg, drawn)
}
