package library

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/core/stats"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work/run"
)

// Runs is the command that lists runs.
func Runs(a *app.App) *cobra.Command {
	return &cobra.Command{
		Use:   "runs [RUN]…",
		Short: "List the runs of the database",
		Long: `List the runs of the database, the newest first: number, state, when it began (UTC), how long it took, how many puzzles it
was about, its plugins, and how many answers they gave per second. "sudokuctl compare" and "sudokuctl resume" take the numbers.
With numbers it lists those runs alone.`,
		Example: "  sudokuctl runs\n  sudokuctl runs 3\n  sudokuctl runs -o jsonl",
		RunE:    func(c *cobra.Command, args []string) error { return listRuns(c.Context(), a, args) },
	}
}

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
		people := a.Format("table", "tsv") == "table"
		columns := []string{"run", "command", "state", "started", "seconds", "puzzles", "plugins", "per_second"}
		if people {
			columns = []string{"run", "command", "state", "started", "took", "puzzles", "plugins", "answers/s"}
		}
		l := a.Listing(columns...)
		for _, r := range runs {
			if len(numbers) > 0 && !slices.Contains(numbers, fmt.Sprint(r.Run)) {
				continue
			}
			took, rate := fmt.Sprint(r.Seconds), fmt.Sprint(r.PerSecond)
			if people {
				took, rate = stats.Duration(time.Duration(r.Seconds*float64(time.Second))), stats.Figure(r.PerSecond)
			}
			l.Row(r, fmt.Sprint(r.Run), r.Command, r.State, r.Started, took, fmt.Sprint(r.Puzzles),
				strings.Join(r.Plugins, ","), rate)
		}
		return l.End()
	})
}
