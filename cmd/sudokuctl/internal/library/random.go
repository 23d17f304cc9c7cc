package library

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/spf13/cobra"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work"
)

func Random(a *app.App) *cobra.Command {
	var n int
	var where string
	var seed uint64
	c := &cobra.Command{
		Use:     "random",
		Short:   "Pick random puzzles of the database",
		Long:    "Draw different puzzles of the database at random, of which a condition holds: as grids on a terminal. The same seed draws the same puzzles.",
		Example: "  sudokuctl random -n 3 --where 'level == \"hard\"'\n  sudokuctl random -o line | sudokuctl hint -",
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
	filter := store.Filter{IDs: ids}
	switch format := a.Format("grid", "tsv"); format {
	case "grid", "line":
		return showAll(ctx, a, filter, format == "grid")
	}
	return list(ctx, a, filter)
}

// showAll prints puzzles as grids, each below its number and level, or as lines.
func showAll(ctx context.Context, a *app.App, filter store.Filter, grids bool) error {
	s, err := a.OpenLibrary(ctx)
	if err != nil {
		return err
	}
	defer s.Close()
	for r, err := range work.List(ctx, a.Env(s), filter) {
		if err != nil {
			return err
		}
		if !grids {
			if _, err := fmt.Fprintln(a.Stdout, r.Puzzle); err != nil {
				return err
			}
			continue
		}
		p, err := sudoku.ParsePuzzle(r.Puzzle)
		if err != nil {
			return fmt.Errorf("drawing puzzle %d: %w", r.ID, err)
		}
		title := fmt.Sprintf("puzzle %d", r.ID)
		if level := work.LevelAt(a.Config.StoreLevels(), r.Grades); level != "" {
			title += " · " + level
		}
		if _, err := fmt.Fprintf(a.Stdout, "%s\n%s\n", title, screen.PictureOf(a.Streams, p, p.Givens)); err != nil {
			return err
		}
	}
	return nil
}
