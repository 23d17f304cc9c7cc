package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sudokuctl/sudokuctl/core/formats"
)

func (a *app) convertCommand() *cobra.Command {
	var to string
	var sheet sheetOptions
	c := &cobra.Command{
		Use:   "convert [FILE|-]… --to FORMAT",
		Short: "write puzzles in another file format",
		Long: `Read puzzles in any format, recognised by content, and write them in another. What the
format has no room for (a variant in .sdm, pencil marks in .ss) is told and left out; csv and jsonl
keep everything. pdf, svg and png print pages.`,
		Example: `  sudokuctl convert sample:famous --to csv
  sudokuctl convert sample:famous --to pdf --per-page 2 --file famous
  sudokuctl convert 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79 --to ss`,
		RunE: func(c *cobra.Command, args []string) error { return a.convert(c.Context(), args, to, &sheet) },
	}
	c.Flags().StringVar(&to, "to", "line", "`FORMAT`: "+strings.Join(outFormats(), ", "))
	sheet.flags(c.Flags())
	return c
}

func (a *app) convert(ctx context.Context, args []string, to string, sheet *sheetOptions) error {
	out, err := a.writer(to, sheet)
	if err != nil {
		return err
	}
	in, err := a.puzzles(args)
	if err != nil {
		return err
	}
	var writeErr error
	walkErr := in.records(ctx, func(r formats.Record) bool {
		writeErr = out.write(r)
		return writeErr == nil
	})
	return cmp.Or(writeErr, walkErr, out.end(), in.verdict())
}

// recordWriter writes records and counts those that the format has no room for.
type recordWriter struct {
	app   *app
	out   formats.Writer
	unfit int
}

func (a *app) recordWriter(to string) (*recordWriter, error) {
	out, err := formats.NewWriter(a.stdout, to)
	if err != nil {
		return nil, usageErrorf("--to %q is none of %s%s", to, strings.Join(outFormats(), ", "),
			didYouMean(to, outFormats()))
	}
	return &recordWriter{app: a, out: out}, nil
}

// write writes one record. One that does not fit is told and counted.
func (w *recordWriter) write(r formats.Record) error {
	err := w.out.Write(r)
	if !errors.Is(err, formats.ErrUnfit) {
		return err
	}
	if w.unfit++; w.unfit <= maxBadLines {
		fmt.Fprintf(w.app.stderr, "%s: %v\n", r.Puzzle.Name, err)
	}
	return nil
}

// end closes the file and returns an error when puzzles were left out.
func (w *recordWriter) end() error {
	if err := w.out.Close(); err != nil {
		return fmt.Errorf("writing puzzles: %w", err)
	}
	if w.unfit > 0 {
		return fmt.Errorf("%d %s left out", w.unfit, plural(w.unfit, "puzzle"))
	}
	return nil
}
