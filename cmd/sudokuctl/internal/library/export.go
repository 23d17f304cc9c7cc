package library

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
	"github.com/sudokuctl/sudokuctl/core/formats"
	"github.com/sudokuctl/sudokuctl/core/formats/sheet"
	"github.com/sudokuctl/sudokuctl/core/picture"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work"
	"github.com/sudokuctl/sudokuctl/work/input"
	"github.com/sudokuctl/sudokuctl/work/library"
)

// outOptions are the flags of commands that write puzzles in a file format.
type outOptions struct {
	app     *app.App
	to      string
	columns []string
	sheet   sheetOptions
}

// flags declares the flags, with what --columns is for.
func (o *outOptions) flags(f *pflag.FlagSet, columns string) {
	app.OneOf(f, &o.to, "to", "line", append(formats.Names(), picture.Kinds...), "`FORMAT`")
	f.StringSliceVar(&o.columns, "columns", nil, columns)
	o.sheet.flags(f)
}

// Export is the command that writes puzzles of the library in a file format.
func Export(a *app.App) *cobra.Command {
	o := &outOptions{app: a}
	var where string
	var limit int
	c := app.Command("export", func(ctx context.Context, _ []string) error {
		if limit < 0 {
			return app.UsageErrorf("--limit must not be negative")
		}
		return o.export(ctx, where, limit)
	})
	o.flags(c.Flags(), "`COLUMNS` of csv in this order: id, verdict, metrics and others (default all)")
	c.Flags().StringVar(&where, "where", "", "`CONDITION` on puzzles, as for list")
	c.Flags().IntVarP(&limit, "limit", "n", 0, "write at most this many puzzles, 0 = no limit")
	return c
}

// export writes the puzzles of the condition.
func (o *outOptions) export(ctx context.Context, where string, limit int) error {
	if o.app.Output != "" {
		return app.UsageErrorf("--to says in which format export writes; leave out --output %s", o.app.Output)
	}
	out, err := writer(o.app, o.to, &o.sheet)
	if err != nil {
		return err
	}
	return o.app.WithLibrary(ctx, func(s *store.Store) error {
		app.CollectLess() // a fifth less work, for 15 MB
		env := o.app.Env(s)
		filter := env.Filter(where)
		accepted := filter
		accepted.IDs = []int64{}
		if _, err := s.Count(ctx, accepted); err != nil {
			return err // before anything is written, be it a header
		}
		filter.Limit = limit
		if err := o.setColumns(ctx, env, out.out); err != nil {
			return err
		}
		err := library.Export(ctx, env, library.Exported(env, filter, o.to, o.columns), out.write)
		return cmp.Or(err, out.end())
	})
}

// setColumns makes the columns of a table those of --columns, else those of the library env, so that they do not depend on
// which puzzle comes first. A nil env is for puzzles of files.
func (o *outOptions) setColumns(ctx context.Context, env *work.Env, out formats.Writer) error {
	table, ok := out.(formats.Columner)
	switch {
	case !ok && o.columns != nil:
		return app.UsageErrorf("--columns is for csv")
	case !ok:
		return nil
	}
	columns := o.columns
	if env != nil {
		metrics, err := library.MetricNames(ctx, env)
		if err != nil {
			return err
		}
		all := formats.LibraryColumns(metrics)
		if err := checkNames(ctx, env, "columns", all, o.columns); err != nil {
			return err
		}
		if columns == nil {
			columns = all
		}
	}
	if columns != nil {
		table.SetColumns(columns)
	}
	return nil
}

// Convert is the command that writes puzzles of files in another format.
func Convert(a *app.App) *cobra.Command {
	o := &outOptions{app: a}
	c := app.Command("convert", o.convert)
	o.flags(c.Flags(), "`FIELDS` that are columns of csv, in this order (default those of the first puzzle)")
	a.LenientFlag(c.Flags())
	return c
}

// convert reads the inputs and writes each puzzle.
func (o *outOptions) convert(ctx context.Context, args []string) error {
	out, err := writer(o.app, o.to, &o.sheet)
	if err != nil {
		return err
	}
	in, err := o.app.Inputs(args)
	if err != nil {
		return err
	}
	if err := o.setColumns(ctx, nil, out.out); err != nil {
		return err
	}
	return o.app.Over(ctx, nil, func(report work.Progress) (int, error) {
		return input.Convert(ctx, in, report, out.write)
	}, out.end)
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
		place := r.Puzzle.Name
		if r.Entry != nil {
			place = fmt.Sprintf("puzzle %d", r.Entry.ID)
		}
		fmt.Fprintf(w.app.Stderr, "%s: %v\n", place, err)
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

// sheetOptions are the flags of printing.
type sheetOptions struct {
	file   string
	paper  string
	layout sheet.Layout
	own    *pflag.FlagSet
}

const sheetFile = "sheet"

// flags declares the flags of printing.
func (o *sheetOptions) flags(all *pflag.FlagSet) {
	f := pflag.NewFlagSet("printing", pflag.ContinueOnError)
	defer func() { all.AddFlagSet(f) }()
	o.own = f
	f.StringVar(&o.file, "file", sheetFile, "`NAME` of what is printed, without number and suffix")
	f.IntVar(&o.layout.PerPage, "per-page", 0,
		"printed puzzles on a page, 1 to 6 (default 6, or fewer if there are fewer)")
	app.OneOf(f, &o.paper, "paper", "a4", slices.Sorted(maps.Keys(sheet.Papers)),
		"`SIZE` of printed pages, crop for each grid alone")
	f.StringVar(&o.layout.Title, "title", "", "title of a title page and of each page's head")
	f.StringVar(&o.layout.Author, "author", "", "author on the title page")
	app.OneOf(f, &o.layout.Solutions, "solutions", sheet.SolutionsAtEnd, sheet.SolutionPlaces,
		"`PLACE` of printed solutions")
	f.BoolVar(&o.layout.ByID, "by-id", false, "print a puzzle's number in the library instead of numbers from 1")
}

// refuse is an error if a flag of printing is given for a format that is not printed.
func (o *sheetOptions) refuse(to string) (err error) {
	o.own.VisitAll(func(f *pflag.Flag) {
		if f.Changed && err == nil {
			err = app.UsageErrorf("--%s is for printing, with --to %s; --to %s writes to standard output", f.Name,
				strings.Join(picture.Kinds, ", "), to)
		}
	})
	return err
}

// writer returns a writer of records in a file format, or of printed pages.
func writer(a *app.App, to string, o *sheetOptions) (*recordWriter, error) {
	if !slices.Contains(picture.Kinds, to) {
		if err := o.refuse(to); err != nil {
			return nil, err
		}
		out, err := formats.NewWriter(a.Stdout, to)
		return &recordWriter{app: a, out: out}, err
	}
	book := &book{app: a, file: strings.TrimSuffix(o.file, "."+to), kind: to}
	o.layout.Paper = sheet.Papers[o.paper]
	book.layout = o.layout
	out, err := sheet.New(o.layout, book.add)
	if err != nil {
		return nil, app.UsageErrorf("printing: %w", err)
	}
	book.Sheets = out
	return &recordWriter{app: a, out: book}, nil
}

// book is sheets that become files: all pages one document in PDF, else a file each.
type book struct {
	*sheet.Sheets
	app        *app.App
	file, kind string
	layout     sheet.Layout
	document   *picture.Document
}

// add writes a page of its own, or adds it to the document.
func (b *book) add(number int, p *picture.Picture) error {
	if b.kind != "pdf" {
		return screen.DrawTo(b.app.Streams, fmt.Sprintf("%s-%d.%s", b.file, number, b.kind), p)
	}
	if b.document == nil {
		b.document = picture.NewDocument(cmp.Or(b.layout.Title, "Sudoku"), b.layout.Author, picture.Today())
	}
	b.document.Add(p)
	return nil
}

// Close draws the pages that are left and writes the document.
func (b *book) Close() error {
	if err := b.Sheets.Close(); err != nil || b.document == nil {
		return err
	}
	name := b.file + ".pdf"
	f, err := os.Create(name)
	if err != nil {
		return fmt.Errorf("printing: %w", err)
	}
	err = b.document.Write(f)
	if err := cmp.Or(err, f.Close()); err != nil {
		return fmt.Errorf("printing %s: %w", name, err)
	}
	b.app.Remark("%s written", name)
	return nil
}
