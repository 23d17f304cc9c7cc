package library

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
	"github.com/sudokuctl/sudokuctl/core/stats"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work/library"
	"github.com/sudokuctl/sudokuctl/work/run"
)

// Stats is the command that counts puzzles and shows how values are spread.
func Stats(a *app.App) *cobra.Command {
	var where string
	var bins int
	c := app.Command("stats", nil)
	c.RunE = func(c *cobra.Command, args []string) error {
		if bins < 1 {
			return app.UsageErrorf("--bins must be at least 1")
		}
		if len(args) > 0 {
			return spreads(c.Context(), a, args, library.SpreadRequest{Where: where, Bins: bins})
		}
		if where != "" || c.Flags().Changed("bins") {
			return app.UsageErrorf("--where and --bins are for the values of metrics: name some, such as level or clues")
		}
		return showStats(c.Context(), a)
	}
	c.Flags().StringVar(&where, "where", "", "`CONDITION` on puzzles")
	c.Flags().IntVar(&bins, "bins", defaultBins, "count values in about this many ranges at most")
	return c
}

const defaultBins = 20

// showStats prints counts of the whole library.
func showStats(ctx context.Context, a *app.App) error {
	return a.WithLibrary(ctx, func(s *store.Store) error {
		known, err := s.Stats(ctx)
		if err != nil {
			return err
		}
		counts := screen.Columns[library.CountRecord]{Cells: func(c library.CountRecord) []any {
			return []any{"what", c.What, "count", c.Count}
		}}
		if err := counts.Write(a.Streams, library.Counts(known)...); err != nil || a.Format("table", "tsv") != "table" {
			return err
		}
		graded, err := library.MetricNames(ctx, a.Env(s))
		if err != nil || !slices.Contains(graded, a.Config.Levels.Metric) {
			return err
		}
		spread, err := library.Spread(ctx, a.Env(s), library.SpreadRequest{Metric: library.LevelMetric, Bins: defaultBins})
		if err != nil || spread.Puzzles == 0 {
			return err
		}
		fmt.Fprintln(a.Stdout)
		return drawSpread(a, spread)
	})
}

// spreadRow is a range of a metric. Its keys are stable.
type spreadRow struct {
	Metric string `json:"metric"`
	library.BinRecord
}

// spreads shows how the values of metrics are spread.
func spreads(ctx context.Context, a *app.App, metrics []string, r library.SpreadRequest) error {
	return a.WithLibrary(ctx, func(s *store.Store) error {
		var all []*library.SpreadRecord
		for _, r.Metric = range metrics {
			spread, err := library.Spread(ctx, a.Env(s), r)
			if err != nil {
				return err
			}
			all = append(all, spread)
		}
		if a.Format("table", "tsv") == "table" {
			for i, spread := range all {
				if i > 0 {
					fmt.Fprintln(a.Stdout)
				}
				if err := drawSpread(a, spread); err != nil {
					return err
				}
			}
			return nil
		}
		var bins []spreadRow
		for _, spread := range all {
			for _, b := range spread.Bins {
				bins = append(bins, spreadRow{spread.Metric, b})
			}
		}
		return screen.Columns[spreadRow]{Cells: func(r spreadRow) []any {
			return []any{"metric", r.Metric, "from", number(r.From), "below", number(r.Below), "count", r.Count,
				"share", strconv.FormatFloat(r.Share, 'g', 6, 64), "name", r.Name}
		}}.Write(a.Streams, bins...)
	})
}

// drawSpread draws a histogram below its title.
func drawSpread(a *app.App, s *library.SpreadRecord) error {
	title := s.Metric
	if s.Metric == library.LevelMetric {
		title = "level, by " + a.Config.Levels.Metric
	}
	title += fmt.Sprintf(": %d %s", s.Puzzles, screen.Plural(s.Puzzles, "puzzle"))
	if s.Puzzles > 0 {
		title += fmt.Sprintf(", from %s to %s, median %s", short(s.Minimum), short(s.Maximum), short(s.Median))
	}
	if s.Without > 0 {
		title += fmt.Sprintf("; %d without", s.Without)
	}
	fmt.Fprintln(a.Stdout, title)
	whole := !slices.ContainsFunc(s.Values, func(v float64) bool { return v != math.Trunc(v) })
	bars := make([]screen.Bar, len(s.Bins))
	for i, b := range s.Bins {
		bars[i] = screen.Bar{Name: b.Name, Count: b.Count}
		if b.Name == "" {
			bars[i].Name = rangeText(*b.From, *b.Below, whole)
		}
	}
	return a.Histogram(a.Stdout, bars)
}

// rangeText names a range by its ends: of whole numbers by the first and the last in it.
func rangeText(from, below float64, whole bool) string {
	if whole {
		below--
	}
	if from == below {
		return number(&from)
	}
	return number(&from) + "–" + number(&below)
}

// number writes a number, "" if there is none.
func number(v *float64) string {
	if v == nil {
		return ""
	}
	return strconv.FormatFloat(*v, 'f', -1, 64)
}

// short writes a value as people read it.
func short(v *float64) string { return strconv.FormatFloat(*v, 'g', 4, 64) }

// Runs returns the command that lists runs, or shows one with its tasks.
func Runs(a *app.App) *cobra.Command {
	return app.Command("runs", func(ctx context.Context, args []string) error { return listRuns(ctx, a, args) })
}

// listRuns prints runs, all of them without numbers.
func listRuns(ctx context.Context, a *app.App, numbers []string) error {
	return a.WithLibrary(ctx, func(s *store.Store) error {
		runs, err := run.List(ctx, a.Env(s))
		if err != nil {
			return err
		}
		for _, number := range numbers {
			if !slices.ContainsFunc(runs, func(r run.Record) bool { return fmt.Sprint(r.Run) == number }) {
				return fmt.Errorf("the database has no run %s", number)
			}
		}
		if len(numbers) > 0 {
			runs = slices.DeleteFunc(runs, func(r run.Record) bool { return !slices.Contains(numbers, fmt.Sprint(r.Run)) })
		}
		return screen.Columns[run.Record]{Cells: func(r run.Record) []any {
			return []any{"run", r.Run, "command", r.Command, "state", r.State, "started", r.Started,
				screen.Programs("seconds"), r.Seconds, screen.People("took"),
				stats.Duration(time.Duration(r.Seconds * float64(time.Second))),
				"puzzles", r.Puzzles, "plugins", strings.Join(r.Plugins, ","),
				screen.Programs("per_second"), r.PerSecond, screen.People("answers/s"), stats.Figure(r.PerSecond),
				"load", number(r.Load)}
		}}.Write(a.Streams, runs...)
	})
}
