package papers

import (
	"context"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
	"github.com/sudokuctl/sudokuctl/study/minimal"
)

// Study is the command for studies that belong to no one paper.
func Study(a *app.App) *cobra.Command {
	c := &cobra.Command{
		Use:   "study",
		Short: "Measure how puzzles are distributed",
		Args:  cobra.NoArgs,
		RunE:  func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(minimalCommand(a), sampleCommand(a), transitionCommand(a))
	return c
}

func minimalCommand(a *app.App) *cobra.Command {
	r, svg := minimal.Request{}, ""
	c := &cobra.Command{
		Use:   "minimal",
		Short: "Distributions of minimal 9×9 puzzles, without the generator's bias",
		Long: `Make minimal puzzles and show how their clues, ratings, techniques, people's times, entropy,
redundancy and the tightness of their linear relaxation are distributed, with 95 % intervals. Two
samples are made: carved puzzles, as generators usually make them, and puzzles with a controlled bias
(berthier2009 in docs/bibliography.md), which weights turn into an unbiased picture of all minimal puzzles. The published figures are shown
beside them. What is measured is kept: after ^C or a kill the same command continues, also with a
larger --count.`,
		Example: `  sudokuctl study minimal --count 10000
  sudokuctl study minimal --count 100000 --seed 2 -o json`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error { return runMinimal(c.Context(), a, r, svg) },
	}
	f := c.Flags()
	f.IntVarP(&r.Count, "count", "n", 10_000, fmt.Sprintf("puzzles in each sample, a multiple of %d", minimal.ChunkSize))
	f.Uint64Var(&r.Seed, "seed", 1, "of the puzzles")
	f.StringVar(&svg, "svg", "", "draw the distributions of clues and ratings into `FOLDER`")
	f.BoolVar(&r.Fresh, "fresh", false, "begin anew, whatever is kept")
	return c
}

func runMinimal(ctx context.Context, a *app.App, r minimal.Request, svg string) error {
	data, err := app.DataFolder()
	if err != nil {
		return err
	}
	out, err := screen.NewTables(a.Streams)
	if err != nil {
		return err
	}
	r.Open, r.Folder = a.OpenBare, filepath.Join(data, "studies")
	carved, biased, err := minimal.Run(ctx, r, a.Screen().Report)
	if ctx.Err() != nil {
		fmt.Fprintf(a.Stderr, "interrupted; what was measured is kept. To go on: the same command again\n")
		return &app.Failure{Code: app.ExitError}
	}
	if err != nil {
		return err
	}
	return showStudy(a, out, "minimal", minimal.Tables(carved, biased), minimal.Drawings(carved, biased), svg)
}
