package library

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work"
	"github.com/sudokuctl/sudokuctl/work/library"
)

// Delete is the command that hides puzzles.
func Delete(a *app.App) *cobra.Command {
	return changing(a, &cobra.Command{
		Use:   "delete [ID|PUZZLE]…",
		Short: "Hide puzzles of the database",
		Long: `Hide puzzles of the database: list, export, run, random and daily pass over them. What is known of them stays, and
"sudokuctl restore" brings them back with it. Importing a deleted puzzle again does not bring it back.`,
		Example: `  sudokuctl delete 12 17
  sudokuctl delete --where 'source ~ "old.txt" && verdict == "multiple"'
  sudokuctl list --deleted`,
	}, false, "deleted", (*store.Store).Delete)
}

// Restore is the command that brings deleted puzzles back.
func Restore(a *app.App) *cobra.Command {
	return changing(a, &cobra.Command{
		Use:     "restore [ID|PUZZLE]…",
		Short:   "Bring deleted puzzles back",
		Long:    "Bring deleted puzzles back, with everything that was known of them.",
		Example: "  sudokuctl restore 12\n  sudokuctl restore --where 'clues < 20'",
	}, true, "restored", (*store.Store).Restore)
}

func changing(a *app.App, c *cobra.Command, deleted bool, done string,
	change func(*store.Store, context.Context, ...int64) (int64, error)) *cobra.Command {
	var where string
	c.RunE = func(c *cobra.Command, args []string) error {
		ctx := c.Context()
		return chosen(ctx, a, args, where, deleted, func(env *work.Env, ids []int64) error {
			n, err := change(env.Store, ctx, ids...)
			if err == nil {
				a.Remark("%d %s %s", n, screen.Plural(int(n), "puzzle"), done)
			}
			return err
		})
	}
	c.Flags().StringVar(&where, "where", "", "`CONDITION` on puzzles")
	return c
}

// chosen opens the database for writing and calls do with the puzzles that arguments name or a condition picks. One of
// the two must be given.
func chosen(ctx context.Context, a *app.App, args []string, where string, deleted bool, do func(*work.Env, []int64) error) error {
	if (len(args) > 0) == (where != "") {
		return app.UsageErrorf("name puzzles by their numbers, or pick them by --where")
	}
	s, err := a.OpenExisting(ctx)
	if err != nil {
		return err
	}
	defer s.Close()
	env := a.Env(s)
	ids, err := library.Chosen(ctx, env, args, where, deleted)
	if err != nil {
		return err
	}
	return do(env, ids)
}
