package desk

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/formats"
	"github.com/sudokuctl/sudokuctl/core/formats/sheet"
	"github.com/sudokuctl/sudokuctl/core/picture"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/serve/internal/problem"
)

// Printing says how puzzles are printed as PDF.
type Printing struct {
	PerPage   int    `query:"per_page" minimum:"0" maximum:"6" doc:"pdf: puzzles on a page; 6 or fewer if there is none"`
	Paper     string `query:"paper" enum:"a4,a5,letter,crop" doc:"pdf: a4 if there is none; crop is as large as each grid"`
	Title     string `query:"title" maxLength:"200" doc:"pdf: of a title page and of each page's head"`
	Solutions string `query:"solutions" enum:"end,each,none" doc:"pdf: where the known solutions are; at the end if there is none"`
}

// pictureTypes are the media types of formats that draw puzzles.
var pictureTypes = map[string]string{"svg": "image/svg+xml", "pdf": "application/pdf"}

// MediaType is that of a format.
func MediaType(format string) string {
	return cmp.Or(pictureTypes[format], "text/plain; charset=utf-8")
}

// newWriter returns a writer of puzzles in a format, one of files or of pictureTypes, which fails once ctx has ended.
func newWriter(ctx context.Context, w io.Writer, to string, how *Printing) (formats.Writer, error) {
	switch to {
	case "svg":
		return &drawer{to: w}, nil
	case "pdf":
		p := &printer{to: w, document: picture.NewDocument(cmp.Or(how.Title, "Sudoku"))}
		var err error
		p.Sheets, err = sheet.New(sheet.Layout{Paper: sheet.Papers[cmp.Or(how.Paper, "a4")], PerPage: how.PerPage, Title: how.Title,
			Solutions: how.Solutions}, func(_ int, page *picture.Picture) error {
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

func (p *printer) Write(r formats.Record) error {
	if p.count++; p.count > MaxPuzzles {
		return problem.Newf(http.StatusBadRequest, "more than %d puzzles; \"sudokuctl export --to pdf\" prints any number", MaxPuzzles)
	}
	return p.Sheets.Write(r)
}

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
