package library

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
	"github.com/sudokuctl/sudokuctl/core/formats"
	"github.com/sudokuctl/sudokuctl/work"
	"github.com/sudokuctl/sudokuctl/work/input"
)

func Convert(a *app.App) *cobra.Command {
	var to string
	var columns []string
	var sheet sheetOptions
	c := app.Command("convert", func(ctx context.Context, args []string) error { return convert(ctx, a, args, to, columns, &sheet) })
	app.OneOf(c.Flags(), &to, "to", "line", outFormats(), "`FORMAT`")
	c.Flags().StringSliceVar(&columns, "columns", nil,
		"`FIELDS` that are columns of csv, in this order (default those of the first puzzle)")
	a.LenientFlag(c.Flags())
	sheet.flags(c.Flags())
	return c
}

func convert(ctx context.Context, a *app.App, args []string, to string, columns []string, sheet *sheetOptions) error {
	out, err := writer(a, to, sheet)
	if err != nil {
		return err
	}
	in, err := a.Inputs(args)
	if err != nil {
		return err
	}
	if columns != nil {
		table, ok := out.out.(formats.Columner)
		if !ok {
			return app.UsageErrorf("--columns is for csv")
		}
		table.SetColumns(columns)
	}
	return a.Over(ctx, nil, func(report work.Progress) (int, error) { return input.Convert(ctx, in, report, out.write) }, out.end)
}

// recordWriter writes records and counts those that the format has no room for.
type recordWriter struct {
	app   *app.App
	out   formats.Writer
	unfit int
}

// write writes one record. One that does not fit is reported and counted.
func (w *recordWriter) write(r formats.Record) error {
	err := w.out.Write(r)
	if !errors.Is(err, formats.ErrUnfit) {
		return err
	}
	if w.unfit++; w.unfit <= app.MaxBadLines {
		fmt.Fprintf(w.app.Stderr, "%s: %v\n", r.Puzzle.Name, err)
	}
	return nil
}

// end closes the file and returns an error when puzzles were left out.
func (w *recordWriter) end() error {
	if err := w.out.Close(); err != nil {
		return fmt.Errorf("writing puzzles: %w", err)
	}
	if w.unfit > 0 {
		return fmt.Errorf("%d %s left out", w.unfit, screen.Plural(w.unfit, "puzzle"))
	}
	return nil
}
