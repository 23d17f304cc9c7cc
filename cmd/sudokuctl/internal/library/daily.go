package library

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
	"github.com/sudokuctl/sudokuctl/core/formats"
	"github.com/sudokuctl/sudokuctl/core/picture"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work/library"
	"github.com/sudokuctl/sudokuctl/work/run"
)

// dailyOptions are the flags of daily.
type dailyOptions struct {
	app       *app.App
	request   library.DailyRequest
	date      string
	feed      library.Feed
	published bool
	withdraw  bool
}

// Daily returns the command that publishes the puzzle of a day, lists what was published and takes it back.
func Daily(a *app.App) *cobra.Command {
	o := &dailyOptions{app: a}
	r := &o.request
	c := app.Command("daily", func(ctx context.Context, _ []string) error { return o.run(ctx) })
	f := c.Flags()
	f.StringVar(&r.Level, "level", "", "`LEVEL` of the config")
	f.StringVar(&r.Geometry, "geometry", "9", "`GEOMETRY` of the puzzles, or any")
	f.StringVar(&r.Where, "where", "", "`CONDITION` on the puzzles")
	f.StringVar(&r.Series, "series", "", "`NAME` of the series")
	f.StringVar(&o.date, "date", "", "first `DAY`, such as 2026-12-31 (default today; with --feed the newest day)")
	f.IntVarP(&r.Days, "count", "n", 1, "number of days")
	f.BoolVar(&r.Preview, "preview", false, "do not record what the days show")
	f.BoolVar(&o.withdraw, "withdraw", false,
		"take back what the days from --date on were to show; it must be a day to come")
	app.OneOf(f, &o.feed.Kind, "feed", "", library.FeedKinds, "write a feed instead")
	f.StringVar(&o.feed.Link, "link", "", "address of a day in the feed, with {issue} for the day")
	f.StringVar(&o.feed.Picture, "picture", "", "address of a day's picture in the feed, with {issue} for the day")
	f.BoolVar(&o.published, "published", false, "list what has been published, of --series or of all series")
	c.MarkFlagsMutuallyExclusive("preview", "withdraw", "published")
	return c
}

// run prints the puzzles of some days, and records them.
func (o *dailyOptions) run(ctx context.Context) error {
	if o.request.Geometry == "any" {
		o.request.Geometry = ""
	}
	today := time.Now().UTC()
	day := today
	if o.date != "" {
		var err error
		if day, err = time.Parse(time.DateOnly, o.date); err != nil {
			return app.UsageErrorf("--date %q is not a day such as 2026-12-31", o.date)
		}
	}
	day = time.Date(day.Year(), day.Month(), day.Day(), 0, 0, 0, 0, time.UTC)
	if o.feed.Kind != "" {
		day = day.AddDate(0, 0, 1-o.request.Days)
	}
	o.request.First = day
	if o.published || o.withdraw {
		return o.recorded(ctx, today)
	}
	s, done, err := o.app.OpenStock(ctx, true)
	if err != nil {
		return err
	}
	defer done()
	issues, err := library.Daily(ctx, o.app.Env(s), o.request)
	if err != nil {
		return withRemedy(err, o.request.Where)
	}
	if o.feed.Kind != "" {
		o.feed.Title = "Sudoku: " + issues[0].Series
		return o.feed.Write(o.app.Stdout, issues)
	}
	return showIssues(o.app, issues)
}

// recorded lists what was published, or takes back days to come.
func (o *dailyOptions) recorded(ctx context.Context, today time.Time) error {
	return o.app.WithExisting(ctx, func(s *store.Store) error {
		if o.published {
			return published(ctx, o.app, s, o.request.Series)
		}
		n, err := library.Unpublish(ctx, o.app.Env(s), o.request, today)
		if err == nil {
			o.app.Remark("%d %s withdrawn", n, screen.Plural(int(n), "day"))
		}
		return err
	})
}

// withRemedy adds to a lack of puzzles that meet a condition the command that makes some.
func withRemedy(err error, where string) error {
	var short *library.StockError
	if !errors.As(err, &short) {
		return err
	}
	level := ""
	if short.Level != "" {
		level = "--level " + short.Level + " "
	}
	if where != "" {
		where = ", with flags for what --where asks"
	}
	return fmt.Errorf("%w\nmake more: sudokuctl generate -n %d %s--save%s", err, short.Want-short.Have, level, where)
}

// showIssues prints puzzles as grids below comments, as lines or as the records of list.
func showIssues(a *app.App, issues []library.Issue) error {
	return screen.Columns[library.Issue]{
		Line: func(i library.Issue) string { return i.Puzzle.Puzzle.String() },
		Grid: func(i library.Issue) string { return titled(a, i.Issue, i.Level, i.Puzzle.Puzzle) },
		Cells: func(i library.Issue) []any {
			return []any{"issue", i.Issue, "puzzle", i.Puzzle.Puzzle, "level", i.Level, "id", i.Puzzle.ID}
		},
		JSON: func(i library.Issue) any { return library.NewIssueRecord(i) },
	}.Write(a.Streams, issues...)
}

// titled is a grid below a comment with its title and level.
func titled(a *app.App, title, level string, p *sudoku.Puzzle) string {
	if level != "" {
		title += " · " + level
	}
	return "# " + title + "\n" + screen.NotationOf(p) + screen.PictureOf(a.Streams, p, p.Givens()) + "\n"
}

// published lists what a series has published.
func published(ctx context.Context, a *app.App, s *store.Store, series string) error {
	all, err := library.Published(ctx, a.Env(s), series)
	if err != nil {
		return err
	}
	return screen.Columns[store.Publication]{
		Cells: func(p store.Publication) []any { return []any{"series", p.Series, "issue", p.Issue, "id", p.Puzzle} },
		JSON: func(p store.Publication) any {
			return map[string]any{"series": p.Series, "issue": p.Issue, "id": p.Puzzle}
		},
	}.Write(a.Streams, all...)
}

// bookOptions are the flags of book.
type bookOptions struct {
	app     *app.App
	request library.BookRequest
	parts   []string
	sheets  sheetOptions
	preview bool
	sample  bool
}

// Book returns the command that prints a book of puzzles as a PDF.
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

// run writes a book, and records its puzzles.
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
		r.Parts = append(r.Parts, library.BookPart{Level: level, Count: n})
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
	issues, err := library.Book(ctx, o.app.Env(s), *r)
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
