package library

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
)

type importOptions struct {
	app     *app.App
	licence string
	tags    []string
}

func Import(a *app.App) *cobra.Command {
	o := &importOptions{app: a}
	c := &cobra.Command{
		Use:   "import FILE…",
		Short: "store puzzles in the database",
		Long: `Store puzzles in the database, with the place each came from. A puzzle that is already
there is not stored again. The format is recognised by content: one puzzle a line, CSV with a
header, .sdk, .ss, .sdx, grid pictures, OpenSudoku, bank records, JSON lines, links; each may be
compressed with gzip. A solution that the file claims is kept if it is one; a number such as a
rating is kept as a grade imported_NAME. Bad lines and puzzles whose givens clash are told with
file, line and column, and left out; the rest is kept.`,
		Example: `  sudokuctl import puzzles.txt --licence CC0-1.0 --tag mine
  sudokuctl import sample:famous`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error { return o.run(c.Context(), args) },
	}
	c.Flags().StringVar(&o.licence, "licence", "", "licence of the puzzles, an SPDX `ID` or words")
	c.Flags().StringSliceVar(&o.tags, "tag", nil, "tag to give to every puzzle")
	return c
}

func (o *importOptions) run(ctx context.Context, args []string) error {
	s, err := o.app.OpenStore(ctx)
	if err != nil {
		return err
	}
	defer s.Close()
	bad := 0
	for _, arg := range args {
		sum, err := o.app.ImportOne(ctx, s, arg, o.licence, o.tags)
		if err != nil && sum.Read == 0 {
			return err
		}
		bad += sum.Bad
		o.app.Remark("%s: %d read, %d new, %d known, %d bad", arg, sum.Read, sum.New, sum.Duplicates, sum.Bad)
		if sum.Refuted > 0 {
			o.app.Remark("%s: %d claimed %s left out for being none", arg, sum.Refuted,
				app.Plural(sum.Refuted, "solution"))
		}
		if err != nil {
			return err
		}
	}
	if bad > 0 {
		return fmt.Errorf("%d bad %s left out", bad, app.Plural(bad, "line"))
	}
	return nil
}
