package library

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/spf13/cobra"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/store"
)

func Random(a *app.App) *cobra.Command {
	var n int
	var where string
	var seed uint64
	c := &cobra.Command{
		Use:     "random",
		Short:   "Pick random puzzles of the database",
		Long:    "Draw different puzzles of the database at random, of which a condition holds. The same seed draws the same puzzles.",
		Example: "  sudokuctl random -n 3 --where 'level == \"hard\"'",
		Args:    cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if n < 1 {
				return app.UsageErrorf("-n must be at least 1")
			}
			if !c.Flags().Changed("seed") {
				seed = rand.Uint64()
			}
			return draw(c.Context(), a, where, n, seed)
		},
	}
	c.Flags().IntVarP(&n, "number", "n", 1, "number of puzzles")
	c.Flags().StringVar(&where, "where", "", "`CONDITION` on puzzles")
	c.Flags().Uint64Var(&seed, "seed", 0, "random seed (default: chosen at random)")
	return c
}

// draw lists n puzzles drawn from those of which the condition holds.
func draw(ctx context.Context, a *app.App, where string, n int, seed uint64) error {
	var ids []int64
	err := a.WithLibrary(ctx, func(s *store.Store) (err error) {
		ids, err = s.Random(ctx, a.Filter(where), n, seed)
		return err
	})
	if err != nil {
		return err
	}
	if len(ids) == 0 {
		return fmt.Errorf("no puzzle of %s fits", a.Config.Database)
	}
	return list(ctx, a, store.Filter{IDs: ids})
}
