package library

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/canon"
	"github.com/sudokuctl/sudokuctl/store"
)

func Dedupe(a *app.App) *cobra.Command {
	return &cobra.Command{
		Use:   "dedupe",
		Short: "find puzzles that are images of each other and link them",
		Long: `Find puzzles that are images of each other under the symmetries of their geometry and
relabelling, by their canonical forms, and link each to the oldest. Nothing is deleted; "list
--where '!dup'" leaves the images out. Geometries whose whole group is too large to be searched are
told; for them only some images are recognised.`,
		Example: "  sudokuctl dedupe",
		Args:    cobra.NoArgs,
		RunE:    func(c *cobra.Command, _ []string) error { return dedupe(c.Context(), a) },
	}
}

// canonicalBatch is how many puzzles one transaction takes.
const canonicalBatch = 2_000

func dedupe(ctx context.Context, a *app.App) error {
	s, err := a.OpenStore(ctx)
	if err != nil {
		return err
	}
	defer s.Close()
	forms := canonizers{}
	bar := a.Progress("canonical forms", 0)
	defer bar.End()
	for items, err := range s.WithoutCanonical(ctx, canonicalBatch) {
		if err != nil {
			return err
		}
		keys := make([]store.Canonical, len(items))
		for i, item := range items {
			keys[i] = store.Canonical{ID: item.ID, Puzzle: forms.key(item.Puzzle)}
		}
		if err := s.SaveCanonical(context.WithoutCancel(ctx), keys); err != nil {
			return err
		}
		bar.Add(len(items))
	}
	linked, err := s.LinkDuplicates(ctx)
	if err != nil {
		return err
	}
	for text, c := range forms {
		if !c.Whole() {
			a.Remark("%s: only rotations, reflections and relabellings were tried", text)
		}
	}
	_, err = fmt.Fprintf(a.Stdout, "%d puzzles, %d new duplicates\n", bar.Done, linked)
	return err
}

// canonizers has one for each geometry, by text.
type canonizers map[string]*canon.Canonizer

// key returns what is equal for isomorphic puzzles: geometry and canonical form. Puzzles with soft clues are
// like themselves alone.
func (c canonizers) key(p *sudoku.Puzzle) []byte {
	text := p.Geometry.Shape()
	if len(p.Soft) > 0 {
		return []byte("soft " + p.String())
	}
	if c[text] == nil {
		c[text] = canon.New(p.Geometry)
	}
	return append([]byte(text+" "), c[text].Form(p.Givens)...)
}
