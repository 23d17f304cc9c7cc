package library

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
	"github.com/sudokuctl/sudokuctl/core/formats"
	"github.com/sudokuctl/sudokuctl/core/formats/sheet"
	"github.com/sudokuctl/sudokuctl/core/picture"
)

// sheetOptions are the flags of printing.
type sheetOptions struct {
	file   string
	paper  string
	layout sheet.Layout
	own    *pflag.FlagSet
}

const sheetFile = "sheet"

func (o *sheetOptions) flags(all *pflag.FlagSet) {
	f := pflag.NewFlagSet("printing", pflag.ContinueOnError)
	defer func() { all.AddFlagSet(f) }()
	o.own = f
	f.StringVar(&o.file, "file", sheetFile, "`NAME` of what is printed, without number and suffix")
	f.IntVar(&o.layout.PerPage, "per-page", 0, "printed puzzles on a page, 1 to 6 (default 6, or fewer if there are fewer)")
	app.OneOf(f, &o.paper, "paper", "a4", slices.Sorted(maps.Keys(sheet.Papers)), "`SIZE` of printed pages, crop for each grid alone")
	f.StringVar(&o.layout.Title, "title", "", "title of a title page and of each page's head")
	f.StringVar(&o.layout.Author, "author", "", "author on the title page")
	app.OneOf(f, &o.layout.Solutions, "solutions", sheet.SolutionsAtEnd, sheet.SolutionPlaces, "`PLACE` of printed solutions")
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

// outFormats are all that --to can name.
func outFormats() []string { return append(formats.Names(), picture.Kinds...) }

// writer returns a writer of records in a file format, or of printed pages.
func writer(a *app.App, to string, o *sheetOptions) (*recordWriter, error) {
	if !slices.Contains(picture.Kinds, to) {
		if err := o.refuse(to); err != nil {
			return nil, err
		}
		out, err := formats.NewWriter(a.Stdout, to)
		return &recordWriter{app: a, out: out}, err
	}
	book := &book{app: a, file: strings.TrimSuffix(o.file, "."+to), kind: to, title: o.layout.Title}
	o.layout.Paper = sheet.Papers[o.paper]
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
	title      string
	document   *picture.Document
}

func (b *book) add(number int, p *picture.Picture) error {
	if b.kind != "pdf" {
		return screen.DrawTo(b.app.Streams, fmt.Sprintf("%s-%d.%s", b.file, number, b.kind), p)
	}
	if b.document == nil {
		b.document = picture.NewDocument(cmp.Or(b.title, "Sudoku"))
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
