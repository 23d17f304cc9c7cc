package library

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
	"github.com/sudokuctl/sudokuctl/work"
)

type tagOptions struct {
	app    *app.App
	where  string
	rename string
	remove bool
}

func Tag(a *app.App) *cobra.Command {
	o := &tagOptions{app: a}
	c := &cobra.Command{
		Use:   "tag NAME [ID|PUZZLE]…",
		Short: "Tag puzzles of the database, or remove a tag",
		Long: `Give a tag to the puzzles that are named by number or by their cells, or to those of which a condition holds, or take it
away. Without either all puzzles are meant.`,
		Example: `  sudokuctl tag gems 12 17
  sudokuctl tag gems --where 'clues == 17'
  sudokuctl tag gems --where 'se < 2' --remove
  sudokuctl tag gems --rename jewels`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error { return o.run(c.Context(), args[0], args[1:]) },
	}
	c.Flags().StringVar(&o.where, "where", "", "`CONDITION` on puzzles (default: all)")
	c.Flags().BoolVar(&o.remove, "remove", false, "take the tag away")
	c.Flags().StringVar(&o.rename, "rename", "", "give the tag another `NAME` instead")
	c.MarkFlagsMutuallyExclusive("rename", "remove")
	c.MarkFlagsMutuallyExclusive("rename", "where")
	return c
}

func (o *tagOptions) run(ctx context.Context, name string, args []string) error {
	a := o.app
	if len(args) > 0 && (o.where != "" || o.rename != "") {
		return app.UsageErrorf("name puzzles by their numbers, or pick them by --where; --rename takes neither")
	}
	s, err := a.OpenExisting(ctx)
	if err != nil {
		return err
	}
	defer s.Close()
	env := a.Env(s)
	if o.rename != "" {
		n, err := work.RenameTag(ctx, env, name, o.rename)
		if err == nil {
			a.Remark("%s is now %s: %d %s", name, o.rename, n, screen.Plural(int(n), "puzzle"))
		}
		return err
	}
	n, err := work.Tag(ctx, env, name, args, o.where, o.remove)
	if err != nil {
		return err
	}
	a.Remark("%s: %d %s", name, n, screen.Plural(n, "puzzle"))
	return nil
}
