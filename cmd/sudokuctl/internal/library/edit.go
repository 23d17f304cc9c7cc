package library

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work"
	"github.com/sudokuctl/sudokuctl/work/library"
)

// Edit is the command that gives puzzles another name or comment.
func Edit(a *app.App) *cobra.Command {
	var name, comment, where string
	c := &cobra.Command{
		Use:   "edit [ID|PUZZLE]…",
		Short: "Change the name or the comment of puzzles",
		Long: `Change the name or the comment of puzzles that are named by number or by their cells, or of those that a condition
picks. An empty text removes it: a puzzle without a name is called by its source and line. Where it came from stays known.`,
		Example: `  sudokuctl edit 12 --name 'AI Escargot' --comment 'by Arto Inkala, 2006'
  sudokuctl edit --where 'source ~ "june.txt"' --comment 'for the June issue'
  sudokuctl edit 12 --comment ''`,
		RunE: func(c *cobra.Command, args []string) error {
			var d store.Description
			if c.Flags().Changed("name") {
				d.Name = &name
			}
			if c.Flags().Changed("comment") {
				d.Comment = &comment
			}
			if d == (store.Description{}) {
				return app.UsageErrorf("say what to change: --name, --comment or both")
			}
			return chosen(c.Context(), a, args, where, false, func(env *work.Env, ids []int64) error {
				n, err := env.Store.Describe(c.Context(), d, ids...)
				if err == nil {
					a.Remark("%d %s changed", n, screen.Plural(int(n), "puzzle"))
				}
				return err
			})
		},
	}
	c.Flags().StringVar(&name, "name", "", "`NAME` of the puzzles, empty for none")
	c.Flags().StringVar(&comment, "comment", "", "`TEXT` about the puzzles, empty for none")
	c.Flags().StringVar(&where, "where", "", "`CONDITION` on puzzles")
	return c
}

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
	return o.app.WithExisting(ctx, func(s *store.Store) error {
		n, err := library.RenameTag(ctx, o.app.Env(s), name, o.rename)
		if err == nil {
			o.app.Remark("%s is now %s: %d %s", name, o.rename, n, screen.Plural(int(n), "puzzle"))
		}
		return err
	})
}

// Delete is the command that hides puzzles, and brings them back.
func Delete(a *app.App) *cobra.Command {
	var where string
	var undo bool
	c := &cobra.Command{
		Use:   "delete [ID|PUZZLE]…",
		Short: "Hide puzzles of the database, or bring them back",
		Long: `Hide puzzles of the database: list, export, run, random and daily pass over them. What is known of them stays, and
--undo brings them back with it. Importing a deleted puzzle again does not bring it back.`,
		Example: `  sudokuctl delete 12 17
  sudokuctl delete --where 'source ~ "old.txt" && verdict == "multiple"'
  sudokuctl list --deleted
  sudokuctl delete --undo 12`,
		RunE: func(c *cobra.Command, args []string) error {
			change, done := (*store.Store).Delete, "deleted"
			if undo {
				change, done = (*store.Store).Restore, "restored"
			}
			return chosen(c.Context(), a, args, where, undo, func(env *work.Env, ids []int64) error {
				n, err := change(env.Store, c.Context(), ids...)
				if err == nil {
					a.Remark("%d %s %s", n, screen.Plural(int(n), "puzzle"), done)
				}
				return err
			})
		},
	}
	c.Flags().StringVar(&where, "where", "", "`CONDITION` on puzzles")
	c.Flags().BoolVar(&undo, "undo", false, "bring deleted puzzles back, with everything that was known of them")
	return c
}

// chosen opens the database for writing and calls do with the puzzles that arguments name or a condition picks. One of
// the two must be given.
func chosen(ctx context.Context, a *app.App, args []string, where string, deleted bool, do func(*work.Env, []int64) error) error {
	if (len(args) > 0) == (where != "") {
		return app.UsageErrorf("name puzzles by their numbers, or pick them by --where")
	}
	return a.WithExisting(ctx, func(s *store.Store) error {
		env := a.Env(s)
		ids, err := library.Chosen(ctx, env, args, where, deleted)
		if err != nil {
			return err
		}
		return do(env, ids)
	})
}

func Dedupe(a *app.App) *cobra.Command {
	return &cobra.Command{
		Use:   "dedupe",
		Short: "Find equivalent (isomorphic) puzzles and link them",
		Long: `Find puzzles that are images of each other under the symmetries of their geometry and relabelling, by
their canonical forms, and link each to the oldest. Nothing is deleted; "list --where '!dup'" leaves
the images out. Geometries whose symmetry group is too large to be searched are reported; for those
only some images are recognised.`,
		Example: "  sudokuctl dedupe",
		Args:    cobra.NoArgs,
		RunE:    func(c *cobra.Command, _ []string) error { return dedupe(c.Context(), a) },
	}
}

func dedupe(ctx context.Context, a *app.App) error {
	s, err := a.OpenStore(ctx)
	if err != nil {
		return err
	}
	defer s.Close()
	done, err := library.Dedupe(ctx, a.Env(s), a.Screen().Report)
	if err != nil {
		return err
	}
	for _, text := range done.Partial {
		a.Remark("%s: only rotations, reflections and relabellings were tried", text)
	}
	_, err = fmt.Fprintf(a.Stdout, "%d %s, %d new %s\n", done.Puzzles, screen.Plural(done.Puzzles, "puzzle"), done.Linked,
		screen.Plural(int(done.Linked), "duplicate"))
	return err
}
