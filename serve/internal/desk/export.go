package desk

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"time"

	"github.com/sudokuctl/sudokuctl/core/formats"
	"github.com/sudokuctl/sudokuctl/core/formats/sheet"
	"github.com/sudokuctl/sudokuctl/core/picture"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/serve/internal/problem"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work/library"
)

// An export is read and sent in portions, so that a slow client keeps nothing of the library busy.
const (
	exportPortion = 1_000            // puzzles
	exportBuffer  = 64 << 10         // bytes that are sent at a time
	exportTime    = 30 * time.Second // for sending these; who reads slower is left
)

// ExportQuery asks for puzzles of the library as a file.
type ExportQuery struct {
	To    string `query:"to" default:"line" doc:"format: one of docs/formats.md or pdf; of one puzzle svg"`
	Where string `query:"where" doc:"condition on puzzles" example:"clues <= 30"`
	Limit int    `query:"limit" minimum:"0" doc:"puzzles at most; 0 for all, or for the 1,000 that pdf has at most"`
	Printing
}

// Export answers with the puzzles of a condition as a file. If it returns an error, nothing has been sent.
func (d *Desk) Export(ctx context.Context, w http.ResponseWriter, q *ExportQuery) error {
	file := &attachment{ResponseWriter: w, format: q.To}
	buffered := bufio.NewWriterSize(file, exportBuffer)
	out, err := newWriter(ctx, buffered, q.To, &q.Printing)
	if err == nil && pictureTypes[q.To] != "" {
		var release func()
		if release, err = d.slots.take(ctx); err == nil {
			defer release()
		}
	}
	if err == nil {
		err = d.export(ctx, q, out)
	}
	if err == nil {
		err = cmp.Or(out.Close(), buffered.Flush())
	}
	if err != nil && file.begun {
		panic(http.ErrAbortHandler) // so that nobody takes it for the whole file
	}
	if err == nil && !file.begun { // an empty one
		_, err = file.Write(nil)
	}
	return err
}

func (d *Desk) export(ctx context.Context, q *ExportQuery, out formats.Writer) error {
	if table, ok := out.(formats.Columner); ok {
		metrics, err := library.MetricNames(ctx, d.Env)
		if err != nil {
			return err
		}
		table.SetColumns(formats.LibraryColumns(metrics))
	}
	filter, left := library.Exported(d.Env, d.Env.Filter(q.Where), q.To, nil), q.Limit
	filter.Sort = "id"
	for {
		filter.Limit = exportPortion
		if q.Limit > 0 {
			filter.Limit = min(left, exportPortion)
		}
		portion, err := d.portion(ctx, filter)
		if err != nil {
			return err
		}
		for _, l := range portion {
			filter.After = l.ID
			err := out.Write(library.ExportRecord(l, d.Env.Levels))
			if err != nil && !errors.Is(err, formats.ErrUnfit) {
				return err
			}
		}
		if left -= len(portion); len(portion) < exportPortion || q.Limit > 0 && left == 0 {
			return nil
		}
	}
}

// portion reads the next puzzles.
func (d *Desk) portion(ctx context.Context, f store.Filter) (all []*store.Listed, err error) {
	ctx, cancel := context.WithTimeout(ctx, problem.ComputeTime)
	defer cancel()
	for l, err := range d.Env.Store.List(ctx, f) {
		if err != nil {
			return nil, err
		}
		all = append(all, l)
	}
	return all, nil
}

// attachment is an answer that a browser saves as a file.
type attachment struct {
	http.ResponseWriter
	format string
	begun  bool
}

func (a *attachment) Write(text []byte) (int, error) {
	if !a.begun {
		a.Header().Set("Content-Type", MediaType(a.format))
		a.Header().Set("Content-Disposition", "attachment; filename=puzzles."+a.format)
		a.begun = true
	}
	// A writer without deadlines is one of a test.
	_ = http.NewResponseController(a.ResponseWriter).SetWriteDeadline(time.Now().Add(exportTime))
	return a.ResponseWriter.Write(text)
}

// Printing says how puzzles are printed as PDF.
type Printing struct {
	PerPage   int    `query:"per_page" minimum:"0" maximum:"6" doc:"pdf: puzzles on a page; 6 or fewer if there is none"`
	Paper     string `query:"paper" enum:"a4,a5,letter,crop" doc:"pdf: a4 if there is none; crop is as large as each grid"`
	Title     string `query:"title" maxLength:"200" doc:"pdf: of a title page and of each page's head"`
	Solutions string `query:"solutions" enum:"end,each,none" doc:"pdf: where the known solutions are; at the end if there is none"`
}

// pictureTypes are the media types of formats that draw puzzles.
var pictureTypes = map[string]string{"svg": "image/svg+xml", "pdf": "application/pdf"}

// MediaType returns the media type of a file format, plain text for most.
func MediaType(format string) string {
	return cmp.Or(pictureTypes[format], "text/plain; charset=utf-8")
}

// newWriter returns a writer of puzzles in a format, one of files or of pictureTypes, which fails once ctx has ended.
func newWriter(ctx context.Context, w io.Writer, to string, how *Printing) (formats.Writer, error) {
	switch to {
	case "svg":
		return &drawer{to: w}, nil
	case "pdf":
		p := &printer{to: w, document: picture.NewDocument(cmp.Or(how.Title, "Sudoku"), "", picture.Today())}
		var err error
		p.Sheets, err = sheet.New(sheet.Layout{Paper: sheet.Papers[cmp.Or(how.Paper, "a4")],
			PerPage: how.PerPage, Title: how.Title, Solutions: how.Solutions}, func(_ int, page *picture.Picture) error {
			p.document.Add(page)
			return ctx.Err()
		})
		if err != nil {
			return nil, problem.New(http.StatusBadRequest, err.Error())
		}
		return p, nil
	}
	out, err := formats.NewWriterUntil(ctx, w, to)
	if err != nil {
		return nil, problem.Unknown("format", to, append(formats.Names(), slices.Sorted(maps.Keys(pictureTypes))...))
	}
	return out, nil
}

// printer writes sheets of puzzles as one PDF document.
type printer struct {
	*sheet.Sheets
	to       io.Writer
	document *picture.Document
	count    int
}

// Write adds a puzzle, up to the limit of a file.
func (p *printer) Write(r formats.Record) error {
	if p.count++; p.count > MaxPuzzles {
		return problem.Newf(http.StatusBadRequest, "more than %d puzzles; \"sudokuctl export --to pdf\" prints any number",
			MaxPuzzles)
	}
	return p.Sheets.Write(r)
}

// Close writes the document of all puzzles printed.
func (p *printer) Close() error {
	err := p.Sheets.Close()
	if err == nil {
		err = p.document.Write(p.to)
	}
	return err
}

// drawer writes a picture of one puzzle.
type drawer struct {
	to     io.Writer
	puzzle *picture.Picture
}

// Write takes the only puzzle of a picture.
func (d *drawer) Write(r formats.Record) error {
	if d.puzzle != nil {
		return problem.New(http.StatusBadRequest, "a picture as svg is of one puzzle; pdf prints several")
	}
	if !sheet.Fits(r.Puzzle) {
		return fmt.Errorf("drawing a puzzle of geometry %q: %w", r.Puzzle.Geometry(), formats.ErrUnfit)
	}
	d.puzzle = sheet.Picture(r.Puzzle, cmp.Or(r.Name, "Sudoku"))
	return nil
}

// Close writes the picture. Without a puzzle it answers that there is none in the request.
func (d *drawer) Close() error {
	if d.puzzle == nil {
		return problem.New(http.StatusBadRequest, "no puzzle in it")
	}
	return d.puzzle.Encode(d.to, "svg")
}

// Picture writes a picture of a puzzle as SVG.
func Picture(w io.Writer, p *sudoku.Puzzle, title string) error {
	d := &drawer{to: w}
	if err := d.Write(formats.Record{Puzzle: p, Name: title}); err != nil {
		return err
	}
	return d.Close()
}
