package library

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/work"
)

func Tag(a *app.App) *cobra.Command {
	var where string
	var remove bool
	c := &cobra.Command{
		Use:     "tag NAME",
		Short:   "Tag puzzles of the database, or remove a tag",
		Example: "  sudokuctl tag gems --where 'clues == 17'\n  sudokuctl tag gems --where 'se < 2' --remove",
		Args:    cobra.ExactArgs(1),
		RunE:    func(c *cobra.Command, args []string) error { return tag(c.Context(), a, args[0], where, remove) },
	}
	c.Flags().StringVar(&where, "where", "", "`CONDITION` on puzzles (default: all)")
	c.Flags().BoolVar(&remove, "remove", false, "take the tag away")
	return c
}

func tag(ctx context.Context, a *app.App, name, where string, remove bool) error {
	s, err := a.OpenStore(ctx)
	if err != nil {
		return err
	}
	defer s.Close()
	n, err := work.Tag(ctx, a.Env(s), name, where, remove)
	if err != nil {
		return err
	}
	a.Remark("%s: %d %s", name, n, app.Plural(n, "puzzle"))
	return nil
}
