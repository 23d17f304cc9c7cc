// Package metrics has the commands about metrics of difficulty: how far they agree, and levels by one of them.
package metrics

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
	"github.com/sudokuctl/sudokuctl/core/chart"
	"github.com/sudokuctl/sudokuctl/core/formats"
	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/stats"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/study"
)

type agreeOptions struct {
	app       *app.App
	graders   []string
	generator string
	chains    int
	images    int
	people    string
	peopleSVG string
	svg       string
	where     string
	seed      uint64
}

// Agree is the command that compares metrics.
func Agree(a *app.App) *cobra.Command {
	o := &agreeOptions{app: a}
	c := &cobra.Command{
		Use:   "agree",
		Short: "Show correlations between metrics",
		Long: `Show how far the metrics in the database agree: Spearman's rank correlation of each two,
and what each says of the metric of the levels beyond the number of empty cells. On demand the
graders are put to the test. --chains adds clues of the solution to generated puzzles, one by one:
no metric should call the puzzle with more clues harder (equation 1 of Kranawetter & Geiger).
--images draws puzzles of the database and grades an equivalent puzzle beside each: no metric should
tell them apart (conjecture 1 of Zhai & Zhang). --people compares with the times that people took, and with what
a simple model of four counts says of them. --chains and --people need no database.`,
		Example: `  sudokuctl agree --svg agree.svg
  sudokuctl agree --chains 100 --images 100
  sudokuctl agree --people times.tsv --grader rules`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error { return o.run(c.Context()) },
	}
	f := c.Flags()
	f.StringVar(&o.svg, "svg", "", "draw the correlations into `FILE`")
	f.StringVar(&o.where, "where", "", "`CONDITION` on the puzzles of the database")
	f.IntVar(&o.chains, "chains", 0, "generated puzzles to which clues are added")
	f.StringVar(&o.generator, "generator", "generate", "plugin `ID` that makes the puzzles of --chains")
	f.IntVar(&o.images, "images", 0, "puzzles that are compared with an equivalent one")
	f.StringVar(&o.people, "people", "", "tab-separated `FILE` with columns puzzle and avg_seconds")
	f.StringVar(&o.peopleSVG, "people-svg", "", "draw the times of --people beside the metric that agrees best with them into `FILE`")
	f.StringSliceVar(&o.graders, "grader", nil, "plugin `IDs` to test (default: run.graders of the config)")
	f.Uint64Var(&o.seed, "seed", 1, "of generated puzzles, clues and images")
	return c
}

func (o *agreeOptions) run(ctx context.Context) error {
	if o.chains < 0 || o.images < 0 {
		return app.UsageErrorf("--chains and --images must not be negative")
	}
	if o.peopleSVG != "" && o.people == "" {
		return app.UsageErrorf("--people-svg draws the times of --people")
	}
	if len(o.graders) == 0 {
		o.graders = o.app.Config.Run.Graders
	}
	out, err := screen.NewTables(o.app.Streams)
	if err != nil {
		return err
	}
	if o.needsNoLibrary() {
		return cmp.Or(o.test(ctx, nil, out), out.End())
	}
	return o.app.WithLibrary(ctx, func(s *store.Store) error {
		if err := o.correlate(ctx, s, out); err != nil {
			return err
		}
		if err := o.test(ctx, s, out); err != nil {
			return err
		}
		return out.End()
	})
}

// needsNoLibrary reports whether there is no database and only tests of other puzzles are asked for.
func (o *agreeOptions) needsNoLibrary() bool {
	_, err := os.Stat(o.app.Config.Database)
	return errors.Is(err, fs.ErrNotExist) && o.images == 0 && o.svg == "" && (o.chains > 0 || o.people != "")
}

// correlate shows how far stored metrics agree.
func (o *agreeOptions) correlate(ctx context.Context, s *store.Store, out *screen.Tables) error {
	target := o.app.Config.Levels.Metric
	c, err := study.Correlate(ctx, s, o.app.Filter(o.where), target)
	if err != nil {
		return fmt.Errorf("comparing the metrics of %s: %w", o.app.Config.Database, err)
	}
	t := &study.Table{Title: fmt.Sprintf("Spearman's correlation of metrics, %d puzzles", c.Puzzles),
		Columns: append([]string{"metric"}, c.Metrics...)}
	for i, name := range c.Metrics {
		t.Row(append([]string{name}, decimals(c.Matrix[i]...)...)...)
	}
	t.Note("Each over the puzzles that have both metrics; - if fewer than %d have, or one metric is constant.",
		study.Fewest)
	if err := out.Show(t); err != nil {
		return err
	}
	if c.Beyond != nil {
		if err := out.Show(beyond(c.Beyond, target)); err != nil {
			return err
		}
	}
	return screen.DrawTo(o.app.Streams, o.svg, chart.Heat(chart.Chart{
		Title: "Spearman's correlation of metrics",
		Note:  "Blue: the same order of puzzles. Brown: the opposite order, as of metrics that fall with difficulty.",
	}, c.Metrics, c.Metrics, c.Matrix, 2))
}

// beyond is what metrics say of the metric of the levels beyond the number of empty cells.
func beyond(all []study.Beyond, target string) *study.Table {
	t := &study.Table{Title: "What metrics say of " + target + " beyond the number of empty cells; Spearman",
		Columns: []string{"metric", "puzzles", "with empty_cells", "with " + target, "with " + target + " given empty_cells"}}
	for _, b := range all {
		t.Row(append([]string{b.Metric, fmt.Sprint(b.Puzzles)}, decimals(b.WithEmpty, b.WithTarget, b.Given)...)...)
	}
	return t
}

// test puts the graders to the tests asked for.
func (o *agreeOptions) test(ctx context.Context, s *store.Store, out *screen.Tables) error {
	if o.chains == 0 && o.images == 0 && o.people == "" {
		return nil
	}
	t := &study.Trial{Seed: o.seed, Progress: o.app.Screen().Report,
		Options: runner.Options{Ask: sudoku.Ask{Seed: o.app.Config.Run.Seed}}}
	for _, id := range o.graders {
		p, err := o.app.OpenWith(ctx, id, nil)
		if err != nil {
			return err
		}
		if info := p.Info(); !info.Has(sudoku.PowerGrade) {
			return app.UsageErrorf("plugin %q cannot grade; it can %s", id, info.Can())
		}
		t.Graders = append(t.Graders, p)
	}
	for _, test := range []struct {
		wanted bool
		run    func() (*study.Table, error)
	}{
		{o.chains > 0, func() (*study.Table, error) { return o.testChains(ctx, t) }},
		{o.images > 0, func() (*study.Table, error) { return o.testImages(ctx, t, s) }},
		{o.people != "", func() (*study.Table, error) { return o.testPeople(ctx, t) }},
	} {
		if !test.wanted {
			continue
		}
		table, err := test.run()
		if err = cmp.Or(err, ctx.Err()); err == nil {
			err = out.Show(table)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (o *agreeOptions) testChains(ctx context.Context, t *study.Trial) (*study.Table, error) {
	generator, err := o.app.OpenWith(ctx, o.generator, nil)
	if err != nil {
		return nil, err
	}
	solver, err := o.app.Env(nil).CompleteSolver(ctx, "")
	if err != nil {
		return nil, err
	}
	tallies, err := t.Chains(ctx, generator, solver, o.chains)
	return tallyTable(fmt.Sprintf("Equation 1: %d chains of %d clues added to a minimal puzzle", o.chains,
		study.ChainSteps), "steps", "harder with a clue more", tallies), err
}

func (o *agreeOptions) testImages(ctx context.Context, t *study.Trial, s *store.Store) (*study.Table, error) {
	tallies, n, err := t.Images(ctx, s, o.app.Filter(o.where), o.images)
	if err == nil && n == 0 {
		err = fmt.Errorf("no puzzle of %s fits", o.app.Config.Database)
	}
	table := tallyTable(fmt.Sprintf("Conjecture 1: %d puzzles and a random equivalent of each", n), "pairs", "different",
		tallies)
	var lost []string
	for _, c := range tallies {
		if c.OneSided > 0 {
			lost = append(lost, fmt.Sprintf("%s %d", c.Metric, c.OneSided))
		}
	}
	if lost != nil {
		table.Note("Graded on one side alone: %s.", strings.Join(lost, ", "))
	}
	return table, err
}

func (o *agreeOptions) testPeople(ctx context.Context, t *study.Trial) (*study.Table, error) {
	puzzles, seconds, err := o.readPeople(ctx)
	if err != nil {
		return nil, err
	}
	people, err := t.People(ctx, puzzles, seconds)
	if err != nil {
		return nil, err
	}
	table := &study.Table{Title: fmt.Sprintf("Mean seconds of people, %d puzzles", len(puzzles)),
		Columns: []string{"metric", "puzzles", "Spearman", "given empty_cells", "95 % interval", "above the baseline"}}
	for _, p := range people {
		cells := append([]string{p.Metric, fmt.Sprint(p.Spearman.N)}, decimals(p.Spearman.R, p.Given)...)
		better := "-"
		if p.Better != (stats.Better{}) {
			better = p.Better.String()
		}
		table.Row(append(cells, p.Spearman.String(), better)...)
	}
	table.Note("Intervals are of one metric at a time: of twenty, one misses.")
	if slices.ContainsFunc(people, func(p study.People) bool { return p.Metric == study.Baseline }) {
		table.Note("The simple baseline: rounds of singles, empty cells for a single in sight, cells that singles leave, and se, by least")
		table.Note("squares of logarithms; each tenth of the puzzles is predicted from the other nine.")
	}
	return table, o.drawPeople(people)
}

// drawPeople draws the times of people over the metric that agrees best with them; of equals, to two decimals, the first.
func (o *agreeOptions) drawPeople(people []study.People) error {
	if o.peopleSVG == "" || len(people) == 0 {
		return nil
	}
	best := people[0]
	for _, p := range people[1:] {
		if math.Round(100*p.Spearman.R) > math.Round(100*best.Spearman.R) || math.IsNaN(best.Spearman.R) {
			best = p
		}
	}
	return screen.DrawTo(o.app.Streams, o.peopleSVG, chart.Scatter(chart.Chart{
		Title: fmt.Sprintf("Mean seconds of people and %s, %d puzzles", best.Metric, best.Spearman.N),
		Note:  fmt.Sprintf("Spearman: %.3f.", best.Spearman.R), XLabel: best.Metric, YLabel: "mean seconds of people", XLog: true, YLog: true,
	}, chart.Series{X: best.Values, Y: best.Seconds}))
}

// tallyTable has a row for each metric that any pair of puzzles has.
func tallyTable(title, pairs, broken string, tallies []study.Tally) *study.Table {
	table := &study.Table{Title: title, Columns: []string{"metric", pairs, broken, "percent"}}
	for _, c := range tallies {
		if c.Pairs > 0 {
			table.Row(c.Metric, fmt.Sprint(c.Pairs), fmt.Sprint(c.Broken),
				stats.Figure(100*float64(c.Broken)/float64(c.Pairs)))
		}
	}
	return table
}

// decimals writes values with two decimals, "-" for NaN and no sign before 0.00.
func decimals(values ...float64) []string {
	var texts []string
	for _, v := range values {
		text := "-"
		if !math.IsNaN(v) {
			text = fmt.Sprintf("%.2f", math.Round(100*v)/100+0)
		}
		texts = append(texts, text)
	}
	return texts
}

// readPeople reads a file of puzzles with the seconds that people took over them. Each must be good, for those left out could
// make a correlation look better.
func (o *agreeOptions) readPeople(ctx context.Context) (puzzles []*sudoku.Puzzle, seconds []float64, err error) {
	in, err := o.app.Inputs([]string{o.people})
	if err != nil {
		return nil, nil, err
	}
	for r, err := range in[0].Records(ctx) {
		if err != nil {
			return nil, nil, fmt.Errorf("reading %q: %w", o.people, app.UnpackHint(err))
		}
		i := slices.IndexFunc(r.Fields, func(f formats.Field) bool { return f.Name == "avg_seconds" })
		if i < 0 && puzzles == nil {
			return nil, nil, app.UsageErrorf("%q has no columns puzzle and avg_seconds in its first line", o.people)
		}
		v, ok := 0.0, false
		if i >= 0 {
			v, ok = r.Fields[i].Number()
		}
		if !ok {
			return nil, nil, fmt.Errorf("reading %q: avg_seconds of puzzle %d is no number", o.people, len(puzzles)+1)
		}
		puzzles, seconds = append(puzzles, r.Puzzle), append(seconds, v)
	}
	return puzzles, seconds, nil
}
