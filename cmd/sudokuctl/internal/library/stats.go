package library

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work"
)

func Stats(a *app.App) *cobra.Command {
	return &cobra.Command{
		Use:     "stats",
		Short:   "Show what the database holds and what it lacks",
		Long:    "Count puzzles by verdict, what solvers disagree upon, and what is graded, ungraded and ungradable.",
		Example: "  sudokuctl stats -o table",
		Args:    cobra.NoArgs,
		RunE:    func(c *cobra.Command, _ []string) error { return stats(c.Context(), a) },
	}
}

func stats(ctx context.Context, a *app.App) error {
	return a.WithLibrary(ctx, func(s *store.Store) error {
		counts, err := work.Stats(ctx, a.Env(s))
		if err != nil {
			return err
		}
		l, err := a.Listing("what", "count")
		if err != nil {
			return err
		}
		for _, c := range counts {
			if err := l.Row(c, c.What, fmt.Sprint(c.Count)); err != nil {
				return err
			}
		}
		return l.End()
	})
}
