package library

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
	"github.com/sudokuctl/sudokuctl/work"
	"github.com/sudokuctl/sudokuctl/work/library"
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
away: --remove alone takes it from all that have it.`,
		Example: `  sudokuctl tag gems 12 17
  sudokuctl tag gems --where 'clues == 17'
  sudokuctl tag gems --where 'se < 2' --remove
  sudokuctl tag all --where 'clues >= 0'
  sudokuctl tag gems --rename jewels`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error { return o.run(c.Context(), args[0], args[1:]) },
	}
	c.Flags().StringVar(&o.where, "where", "", "`CONDITION` on puzzles")
	c.Flags().BoolVar(&o.remove, "remove", false, "take the tag away")
	c.Flags().StringVar(&o.rename, "rename", "", "give the tag another `NAME` instead")
	c.MarkFlagsMutuallyExclusive("rename", "remove")
	c.MarkFlagsMutuallyExclusive("rename", "where")
	return c
}

func (o *tagOptions) run(ctx context.Context, name string, args []string) error {
	if o.rename != "" {
		return o.renameTag(ctx, name, args)
	}
	if o.remove && len(args) == 0 && o.where == "" {
		o.where = fmt.Sprintf("tag == %q", name)
	}
	return chosen(ctx, o.app, args, o.where, false, func(env *work.Env, ids []int64) error {
		err := library.Tag(ctx, env, name, ids, o.remove)
		if err == nil {
			o.app.Remark("%s: %d %s", name, len(ids), screen.Plural(len(ids), "puzzle"))
		}
		return err
	})
}

func (o *tagOptions) renameTag(ctx context.Context, name string, args []string) error {
	if len(args) > 0 {
		return app.UsageErrorf("--rename is about all puzzles with the tag: leave out %s", strings.Join(args, " "))
	}
	s, err := o.app.OpenExisting(ctx)
	if err != nil {
		return err
	}
	defer s.Close()
	n, err := library.RenameTag(ctx, o.app.Env(s), name, o.rename)
	if err == nil {
		o.app.Remark("%s is now %s: %d %s", name, o.rename, n, screen.Plural(int(n), "puzzle"))
	}
	return err
}
