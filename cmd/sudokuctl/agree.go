package main

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/spf13/cobra"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/puzzles"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/runs"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
	"github.com/sudokuctl/sudokuctl/core/chart"
	"github.com/sudokuctl/sudokuctl/core/stats"
	"github.com/sudokuctl/sudokuctl/store"
)

type agreeOptions struct {
	puzzles.GradeOptions
	chains int
	images int
	people string
	svg    string
	where  string
	seed   uint64
}

func agreeCommand(a *app.App) *cobra.Command {
	o := &agreeOptions{GradeOptions: puzzles.GradeOptions{App: a}}
	c := &cobra.Command{
		Use:   "agree",
		Short: "say how far metrics agree, and whether they keep their promises",
		Long: `Show how far the metrics in the database agree: Spearman's rank correlation of each two,
and what each says of the metric of the levels beyond the number of empty cells. On demand the
graders are put to the test. --chains adds clues of the solution to generated puzzles, one by one:
no metric should call the puzzle with more clues harder (equation 1 of Kranawetter & Geiger).
--images draws puzzles of the database and grades an equivalent puzzle beside each: no metric should
tell them apart (conjecture 1 of Zhai & Zhang). --people compares with the times that people took.`,
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
	f.IntVar(&o.images, "images", 0, "puzzles that are compared with an equivalent one")
	f.StringVar(&o.people, "people", "", "tab-separated `FILE` with columns puzzle and avg_seconds")
	f.StringSliceVar(&o.Graders, "grader", nil, "plugin `IDs` to test (default: run.graders of the config)")
	f.Uint64Var(&o.seed, "seed", 1, "of generated puzzles, clues and images")
	return c
}

func (o *agreeOptions) run(ctx context.Context) error {
	if o.chains < 0 || o.images < 0 {
		return app.UsageErrorf("--chains and --images must not be negative")
	}
	if len(o.Graders) == 0 {
		o.Graders = o.App.Config.Run.Graders
	}
	out, err := newTables(o.App)
	if err != nil {
		return err
	}
	return o.App.WithLibrary(ctx, func(s *store.Store) error {
		if err := o.correlate(ctx, s, out); err != nil {
			return err
		}
		if err := o.test(ctx, s, out); err != nil {
			return err
		}
		return out.end()
	})
}

// test puts the graders to the tests asked for.
func (o *agreeOptions) test(ctx context.Context, s *store.Store, out *tables) error {
	if o.chains == 0 && o.images == 0 && o.people == "" {
		return nil
	}
	t, err := o.trial(ctx)
	if err != nil {
		return err
	}
	if o.chains > 0 {
		if err := t.monotony(ctx, out); err != nil {
			return err
		}
	}
	if o.images > 0 {
		if err := t.invariance(ctx, s, out); err != nil {
			return err
		}
	}
	if o.people == "" {
		return nil
	}
	return t.popularity(ctx, out)
}

// correlate shows Spearman's correlation of each two metrics over the puzzles that have both.
func (o *agreeOptions) correlate(ctx context.Context, s *store.Store, out *tables) error {
	metrics, err := runs.StoredMetrics(ctx, s)
	if err != nil {
		return err
	}
	names, columns, err := o.columns(ctx, s, runs.NamesOf(metrics))
	if err != nil {
		return err
	}
	if len(names) < 2 {
		return fmt.Errorf("%s has values of %d metrics for %d puzzles or more: two are needed to compare",
			o.App.Config.Database, len(names), fewest)
	}
	matrix := correlations(columns)
	t := &paperTable{Title: fmt.Sprintf("Spearman's correlation of metrics, %d puzzles", len(columns[0])),
		Columns: append([]string{""}, names...)}
	for i, name := range names {
		t.row(append([]string{name}, decimals(matrix[i])...)...)
	}
	t.note("Each over the puzzles that have both metrics; - where fewer than %d have, or one metric is constant.", fewest)
	return firstError(out.show(t), o.beyond(names, columns, out), o.draw(names, matrix))
}

// columns returns the metrics that enough puzzles have and the values of each, NaN where a puzzle has none.
func (o *agreeOptions) columns(ctx context.Context, s *store.Store,
	all []string) ([]string, [][]float64, error) {
	values := make([][]float64, len(all))
	filter := o.App.Filter(o.where)
	for row, err := range s.Values(ctx, filter, all...) {
		if err != nil {
			return nil, nil, err
		}
		for i, v := range row {
			values[i] = append(values[i], v)
		}
	}
	var names []string
	var columns [][]float64
	for i, name := range all {
		if known := slices.DeleteFunc(slices.Clone(values[i]), math.IsNaN); len(known) >= fewest {
			names, columns = append(names, name), append(columns, values[i])
		}
	}
	return names, columns, nil
}

// fewest is how many puzzles make a correlation worth showing.
const fewest = 10

func correlations(columns [][]float64) [][]float64 {
	matrix := make([][]float64, len(columns))
	for i := range columns {
		matrix[i] = make([]float64, len(columns))
		for j := range i + 1 {
			r := math.NaN()
			if known := screen.Together(columns[i], columns[j]); len(known[0]) >= fewest {
				r = stats.Spearman(known[0], known[1])
			}
			matrix[i][j], matrix[j][i] = r, r
		}
	}
	return matrix
}

func decimals(values []float64) []string {
	var texts []string
	for _, v := range values {
		text := "-"
		if !math.IsNaN(v) {
			text = fmt.Sprintf("%.2f", v)
		}
		texts = append(texts, text)
	}
	return texts
}

func (o *agreeOptions) draw(names []string, matrix [][]float64) error {
	return screen.DrawTo(o.App, o.svg, chart.Heat(chart.Chart{
		Title: "Spearman's correlation of metrics",
		Note: "Blue: the same order of puzzles. Brown: the opposite order, as of metrics that fall with " +
			"difficulty.",
	}, names, names, matrix, 2))
}
