package library

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
	"github.com/sudokuctl/sudokuctl/work/library"
)

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
