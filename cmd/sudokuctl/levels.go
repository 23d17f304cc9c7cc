package main

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/runs"
	"github.com/sudokuctl/sudokuctl/core/stats"
	"github.com/sudokuctl/sudokuctl/store"
)

// levelNames are the four levels of Zhai & Zhang, the easiest first.
var levelNames = []string{"easy", "medium", "hard", "evil"}

// fuzziness is the usual exponent of fuzzy c-means.
const fuzziness = 2

// maxClustered is how many values are clustered at most: of more, evenly spaced quantiles stand for all.
const maxClustered = 20_000

type levelsOptions struct {
	app    *app.App
	metric string
	where  string
}

func levelsCommand(a *app.App) *cobra.Command {
	o := &levelsOptions{app: a}
	c := &cobra.Command{
		Use:   "levels",
		Short: "divide the database into four levels by a metric",
		Long: `Divide the puzzles of the database into easy, medium, hard and evil by fuzzy c-means of a
metric. The table shows the centre and the range of each level, and how many of its puzzles lie in
each band of the config. The other formats list the puzzles: how far each belongs to each level, its
maji_level, and its band.`,
		Example: `  sudokuctl levels
  sudokuctl levels --metric se -o jsonl`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error { return o.run(c.Context()) },
	}
	c.Flags().StringVar(&o.metric, "metric", "information_entropy", "`NAME` of the metric")
	c.Flags().StringVar(&o.where, "where", "", "`CONDITION` on puzzles")
	return c
}

func (o *levelsOptions) run(ctx context.Context) error {
	return o.app.WithLibrary(ctx, func(s *store.Store) error {
		metrics, err := runs.StoredMetrics(ctx, s)
		if err != nil {
			return err
		}
		i := slices.IndexFunc(metrics, func(m runs.StoredMetric) bool { return m.Name == o.metric })
		if i < 0 {
			return app.UsageErrorf("no puzzle is graded by a metric %q%s", o.metric,
				app.DidYouMean(o.metric, runs.NamesOf(metrics)))
		}
		d, err := o.divide(ctx, s, metrics[i])
		if err != nil {
			return err
		}
		if o.app.Format("table", "table") == "table" {
			return o.table(ctx, s, d)
		}
		return o.list(ctx, s, d)
	})
}

func (o *levelsOptions) filter() store.Filter {
	return o.app.Filter(o.where)
}

// division is the levels that fuzzy c-means finds, the easiest first.
type division struct {
	metric runs.StoredMetric
	fuzzy  stats.Levels
}

func (o *levelsOptions) divide(ctx context.Context, s *store.Store, m runs.StoredMetric) (*division, error) {
	var values []float64
	for v, err := range s.Values(ctx, o.filter(), m.Name) {
		if err != nil {
			return nil, err
		}
		if !math.IsNaN(v[0]) {
			values = append(values, m.Sign()*v[0])
		}
	}
	d := &division{m, stats.FuzzyLevels(thinned(values), len(levelNames), fuzziness)}
	if len(d.fuzzy.Centres) < len(levelNames) {
		return nil, fmt.Errorf("metric %q has %d different values: too few for %d levels", m.Name,
			len(d.fuzzy.Centres), len(levelNames))
	}
	return d, nil
}

// thinned returns evenly spaced quantiles of many values, all of few.
func thinned(values []float64) []float64 {
	if len(values) <= maxClustered {
		return values
	}
	slices.Sort(values)
	some := make([]float64, maxClustered)
	for i := range some {
		some[i] = values[i*(len(values)-1)/(maxClustered-1)]
	}
	return some
}

// level returns the level of a value, from 0.
func (d *division) level(value float64) int { return d.fuzzy.Level(d.metric.Sign() * value) }

// memberships returns to which degree a value belongs to each level.
func (d *division) memberships(value float64) []float64 {
	return d.fuzzy.Degrees(d.metric.Sign() * value)
}

// levelRow is what the tables count of a level.
type levelRow struct {
	values []float64
	sharp  int // puzzles that belong to the level to 0.9 or more
	bands  map[string]int
	maji   map[float64]int
}

func (o *levelsOptions) table(ctx context.Context, s *store.Store, d *division) error {
	rows := make([]levelRow, len(levelNames))
	for i := range rows {
		rows[i].bands, rows[i].maji = map[string]int{}, map[float64]int{}
	}
	graded := false
	err := o.each(ctx, s, d, func(v, band, maji float64) {
		r := &rows[d.level(v)]
		r.values = append(r.values, v)
		r.bands[o.app.Config.Band(band)]++
		if slices.Max(d.memberships(v)) >= 0.9 {
			r.sharp++
		}
		if !math.IsNaN(maji) {
			r.maji[maji]++
			graded = true
		}
	})
	if err != nil {
		return err
	}
	out, err := newTables(o.app)
	if err != nil {
		return err
	}
	if err := out.show(o.levelTable(d, rows)); err != nil || !graded {
		return err
	}
	return out.show(majiColumns(rows))
}

func (o *levelsOptions) levelTable(d *division, rows []levelRow) *paperTable {
	bands := o.app.Config.Levels
	t := &paperTable{Title: "Levels by fuzzy c-means of " + d.metric.Name, Columns: []string{"level", "puzzles",
		"centre", "from", "to", "sharp"}}
	for _, b := range bands.Bands {
		t.Columns = append(t.Columns, bands.Metric+" "+b.Name)
	}
	t.Columns = append(t.Columns, "no "+bands.Metric)
	for i, r := range rows {
		cells := []string{levelNames[i], fmt.Sprint(len(r.values)),
			shortNumber(d.metric.Sign() * d.fuzzy.Centres[i]), "-", "-", fmt.Sprint(r.sharp)}
		if len(r.values) > 0 {
			cells[3], cells[4] = shortNumber(slices.Min(r.values)), shortNumber(slices.Max(r.values))
		}
		for _, b := range bands.Bands {
			cells = append(cells, fmt.Sprint(r.bands[b.Name]))
		}
		t.row(append(cells, fmt.Sprint(r.bands[""]))...)
	}
	t.note("sharp: puzzles that belong to their level to 0.9 or more.")
	return t
}

// each yields of each puzzle that has the metric its value, that of the metric of the bands, and its
// maji_level; the last two may be NaN.
func (o *levelsOptions) each(ctx context.Context, s *store.Store, d *division,
	yield func(value, band, maji float64)) error {
	metrics, err := runs.StoredMetrics(ctx, s)
	if err != nil {
		return err
	}
	names := runs.NamesOf(metrics)
	wanted := []string{d.metric.Name}
	at := func(metric string) int {
		if !slices.Contains(names, metric) {
			return -1
		}
		wanted = append(wanted, metric)
		return len(wanted) - 1
	}
	band, maji := at(o.app.Config.Levels.Metric), at(majiLevel)
	for v, err := range s.Values(ctx, o.filter(), wanted...) {
		if err != nil {
			return err
		}
		if !math.IsNaN(v[0]) {
			yield(v[0], valueAt(v, band), valueAt(v, maji))
		}
	}
	return nil
}

// valueAt returns a value, NaN where there is none.
func valueAt(values []float64, i int) float64 {
	if i < 0 {
		return math.NaN()
	}
	return values[i]
}

func shortNumber(v float64) string { return strconv.FormatFloat(v, 'g', 5, 64) }
