package library

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/spf13/cobra"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store"
)

func Stats(a *app.App) *cobra.Command {
	return &cobra.Command{
		Use:   "stats",
		Short: "say what the database holds and what it lacks",
		Long: "Count puzzles by verdict, what solvers disagree upon, and what is graded, ungraded and " +
			"ungradable.",
		Example: "  sudokuctl stats -o table",
		Args:    cobra.NoArgs,
		RunE:    func(c *cobra.Command, _ []string) error { return stats(c.Context(), a) },
	}
}

func stats(ctx context.Context, a *app.App) error {
	return a.WithLibrary(ctx, func(s *store.Store) error {
		st, err := s.Stats(ctx)
		if err != nil {
			return err
		}
		l, err := a.Listing("what", "count")
		if err != nil {
			return err
		}
		row := func(what string, count int64) {
			if err == nil {
				err = l.Row(map[string]any{"what": what, "count": count}, what, fmt.Sprint(count))
			}
		}
		row("puzzles", st.Puzzles)
		for _, v := range slices.Sorted(maps.Keys(st.Verdicts)) {
			row(sudoku.Verdict(v).String(), st.Verdicts[v])
		}
		row("disagreed upon", st.Disputed)
		row("duplicates", st.Duplicates)
		for _, g := range st.Graders {
			row("graded by "+g.Plugin, g.Graded)
			row("ungradable by "+g.Plugin, g.Ungradable)
			row("not graded by "+g.Plugin, g.Missing)
		}
		return cmp.Or(err, l.End())
	})
}
