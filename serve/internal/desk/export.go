package desk

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/sudokuctl/sudokuctl/core/formats"
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
	filter, left := d.Env.Filter(q.Where), q.Limit
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
			err := out.Write(library.ExportRecord(l, d.Env.Levels, pictureTypes[q.To] != ""))
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
