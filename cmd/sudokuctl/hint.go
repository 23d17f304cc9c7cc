package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

var hintLevels = []string{"where", "what", "why"}

func (a *app) hintCommand() *cobra.Command {
	var level, solver string
	c := &cobra.Command{
		Use:   "hint PUZZLE",
		Short: "tell the next step: where to look, what to look for, or why",
		Long: `Tell the next step as far as wanted: --level where names the place, what names the technique as well, why says it
all and shows the grid.`,
		Example: "  sudokuctl hint --level what 1.3............4",
		Args:    cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if !slices.Contains(hintLevels, level) {
				return usageErrorf("--level %q is none of %s%s", level, strings.Join(hintLevels, ", "),
					didYouMean(level, hintLevels))
			}
			return a.hint(c.Context(), args[0], level, solver)
		},
	}
	c.Flags().StringVar(&level, "level", "where", "how much to tell: where, what or why")
	c.Flags().StringVar(&solver, "solver", "rules", "plugin `ID`")
	return c
}

func (a *app) hint(ctx context.Context, arg, level, solver string) error {
	p, err := sudoku.ParsePuzzle(arg)
	if err != nil {
		return usageErrorf("reading puzzle: %w", err)
	}
	if err := sudoku.CheckGivens(p); err != nil {
		return err
	}
	plugin, err := a.open(ctx, solver, "")
	if err != nil {
		return err
	}
	found := false
	var step sudoku.Step
	err = plugin.Explain(ctx, p, func(s sudoku.Step) bool {
		step, found = s, true
		return false
	})
	switch {
	case err != nil && !errors.Is(err, sudoku.ErrGaveUp):
		return err
	case found:
		_, err = fmt.Fprint(a.stdout, a.hintText(p, step, level))
		return err
	case p.Clues() == p.Geometry.Cells():
		a.remark("every cell is filled")
		return nil
	}
	return &codedError{exitUnknown, errors.New("no technique of this solver helps here")}
}

func (a *app) hintText(p *sudoku.Puzzle, s sudoku.Step, level string) string {
	name := strings.ReplaceAll(s.Technique, "_", " ")
	switch level {
	case "where":
		return "look at " + placeText(p.Geometry, s) + "\n"
	case "what":
		return "there is a " + name + " at " + placeText(p.Geometry, s) + "\n"
	}
	return a.pictureOfStep(newReplay(p), s, true) + stepText(s) + "\n"
}

// placeText names where a step is: its houses, else its cells.
func placeText(g *sudoku.Geometry, s sudoku.Step) string {
	if len(s.Why) > 0 {
		return strings.Join(s.Why, ", ")
	}
	var cells []string
	for _, c := range s.Cells {
		cells = append(cells, g.CellName(c))
	}
	for _, c := range append(s.Place, s.Strike...) {
		if len(s.Cells) == 0 && !slices.Contains(cells, g.CellName(c.Cell)) {
			cells = append(cells, g.CellName(c.Cell))
		}
	}
	return strings.Join(cells, ", ")
}
