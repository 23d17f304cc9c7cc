package library

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/core/formats"
	"github.com/sudokuctl/sudokuctl/core/picture"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work/publish"
	"github.com/sudokuctl/sudokuctl/work/run"
)

type bookOptions struct {
	app     *app.App
	request publish.BookRequest
	parts   []string
	sheets  sheetOptions
	preview bool
	sample  bool
}

// Book is the command "book".
func Book(a *app.App) *cobra.Command {
	o := &bookOptions{app: a}
	c := app.Command("book", nil)
	c.RunE = func(c *cobra.Command, _ []string) error {
		if !c.Flags().Changed("seed") {
			o.request.Seed = rand.Uint64()
		}
		return o.run(c.Context())
	}
	f := c.Flags()
	o.sheets.flags(f)
	f.StringArrayVar(&o.parts, "level", nil, "level and number of puzzles, `LEVEL=N` (repeatable); any=N for any level")
	f.StringVar(&o.request.Where, "where", "", "`CONDITION` on all puzzles")
	f.Uint64Var(&o.request.Seed, "seed", 0, "random seed (default: chosen at random)")
	f.BoolVar(&o.preview, "preview", false, "do not record that the puzzles were printed")
	f.BoolVar(&o.sample, "sample", false, "choose from the puzzles inside the program")
	_ = f.MarkHidden("by-id")
	f.Lookup("file").DefValue = "book.pdf"
	return c
}

func (o *bookOptions) run(ctx context.Context) error {
	r := &o.request
	r.Title, r.Record = o.sheets.layout.Title, !o.preview
	if r.Title == "" {
		return app.UsageErrorf("a book needs a --title")
	}
	for _, text := range o.parts {
		level, number, ok := strings.Cut(text, "=")
		n, err := strconv.Atoi(number)
		if !ok || err != nil || n < 1 {
			return app.UsageErrorf("--level %q is not of the form LEVEL=N, such as easy=20", text)
		}
		if level == "any" {
			level = ""
		}
		r.Parts = append(r.Parts, publish.BookPart{Level: level, Count: n})
	}
	if len(r.Parts) == 0 {
		return app.UsageErrorf("an empty book: use --level LEVEL=N")
	}
	if o.sheets.file == sheetFile {
		o.sheets.file = "book.pdf"
		if _, err := os.Stat(o.sheets.file); err == nil {
			return errors.New("book.pdf exists already; to replace it, or to write another file, name it: --file NAME")
		}
	}
	kind := strings.TrimPrefix(filepath.Ext(o.sheets.file), ".")
	if !slices.Contains(picture.Kinds, kind) {
		kind = "pdf"
	}
	open := o.app.OpenStock
	if o.sample {
		open = func(ctx context.Context, _ bool) (*store.Store, func(), error) {
			return run.Samples(ctx, o.app.Env(nil))
		}
	}
	s, done, err := open(ctx, true)
	if err != nil {
		return err
	}
	defer done()
	w, err := writer(o.app, kind, &o.sheets)
	if err != nil {
		return err
	}
	issues, err := publish.Book(ctx, o.app.Env(s), *r)
	if err != nil {
		return withRemedy(err, r.Where)
	}
	for _, i := range issues {
		record := formats.Record{Puzzle: i.Puzzle.Puzzle, Solution: i.Puzzle.Solution}
		if i.Level != "" {
			record.Fields = []formats.Field{{Name: "level", Text: i.Level}}
		}
		if err := w.out.Write(record); err != nil {
			return err
		}
	}
	return w.out.Close()
}
