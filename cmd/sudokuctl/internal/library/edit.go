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
	c := app.Command("edit", nil)
	c.RunE = func(c *cobra.Command, args []string) error {
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
	}
	c.Flags().StringVar(&name, "name", "", "`NAME` of the puzzles, empty for none")
	c.Flags().StringVar(&comment, "comment", "", "`TEXT` about the puzzles, empty for none")
	c.Flags().StringVar(&where, "where", "", "`CONDITION` on puzzles")
	return c
}

// tagOptions are the flags of tag.
type tagOptions struct {
	app    *app.App
	where  string
	rename string
	remove bool
}

// Tag returns the command that tags puzzles, takes a tag away, or renames one.
func Tag(a *app.App) *cobra.Command {
	o := &tagOptions{app: a}
	c := app.Command("tag", func(ctx context.Context, args []string) error { return o.run(ctx, args[0], args[1:]) })
	c.Flags().StringVar(&o.where, "where", "", "`CONDITION` on puzzles")
	c.Flags().BoolVar(&o.remove, "remove", false, "take the tag away")
	c.Flags().StringVar(&o.rename, "rename", "", "give the tag another `NAME` instead")
	c.MarkFlagsMutuallyExclusive("rename", "remove")
	c.MarkFlagsMutuallyExclusive("rename", "where")
	return c
}

// run adds a tag, or takes it away.
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

// renameTag gives a tag another name.
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
	c := app.Command("delete", func(ctx context.Context, args []string) error {
		change, done := (*store.Store).Delete, "deleted"
		if undo {
			change, done = (*store.Store).Restore, "restored"
		}
		return chosen(ctx, a, args, where, undo, func(env *work.Env, ids []int64) error {
			n, err := change(env.Store, ctx, ids...)
			if err == nil {
				a.Remark("%d %s %s", n, screen.Plural(int(n), "puzzle"), done)
			}
			return err
		})
	})
	c.Flags().StringVar(&where, "where", "", "`CONDITION` on puzzles")
	c.Flags().BoolVar(&undo, "undo", false, "bring deleted puzzles back, with everything that was known of them")
	return c
}

// chosen opens the database for writing and calls do with the puzzles that arguments name or a condition picks. One of
// the two must be given.
func chosen(ctx context.Context, a *app.App, args []string, where string, deleted bool,
	do func(*work.Env, []int64) error) error {
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

// Dedupe is the command that links puzzles that are equal up to symmetry.
func Dedupe(a *app.App) *cobra.Command {
	return app.Command("dedupe", func(ctx context.Context, _ []string) error {
		s, err := a.OpenExisting(ctx)
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
	})
}
