package input

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/sudokuctl/sudokuctl/core/formats"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work"
)

// An ImportRequest asks for the puzzles of an input to be stored.
type ImportRequest struct {
	Input   *Input
	Licence string // of the puzzles, "" for what the input says
	Tags    []string
	More    bool // another import follows at once
}

// Imported says what an import has stored and how many records it left out.
type Imported struct {
	Input *Input
	store.Imported
	Bad     int
	Licence string // of the source, as it is stored
}

// Import stores the puzzles of an input with the place that each came from: the name of the input and, of a file, its
// hash; what comes through a pipe has none. When ctx ends, what was read is stored. An input that has text and no
// puzzle is an error.
func Import(ctx context.Context, s *store.Store, req ImportRequest, progress work.Progress) (Imported, error) {
	done := Imported{Input: req.Input}
	r, err := req.Input.open(ctx)
	if err != nil {
		return done, err
	}
	defer r.Close()
	src := store.Source{Name: req.Input.Name, Licence: cmp.Or(req.Licence, req.Input.Licence)}
	if src.SHA256, err = req.Input.hash(ctx, r); err != nil {
		return done, err
	}
	defer progress.Stage(work.Begun{Stage: "importing"})()
	seen := &watched{Reader: r}
	var walkErr error
	format := ""
	entries := func(yield func(store.Entry) bool) {
		req.Input.read(ctx, seen, func(r formats.Record, err error) bool {
			if err == nil {
				if r.Format != format {
					format = r.Format
					progress.Report(work.Recognised{Record: r.Puzzle.Name, Format: r.Format})
				}
				progress.Report(work.Advanced(1))
				err = clash(r.Puzzle)
			}
			var bad *sudoku.ParseError
			switch {
			case errors.As(err, &bad):
				done.Bad++
				progress.Report(work.BadRecord{Err: bad})
				return true
			case err != nil:
				walkErr = err
				return false
			}
			return yield(entryOf(r, req.Licence, req.Tags))
		})
	}
	save := s.Import
	if req.More {
		save = s.ImportMore
	}
	done.Imported, err = save(context.WithoutCancel(ctx), src, entries)
	if err == nil && walkErr == nil && done.Read == 0 && done.Bad == 0 && seen.any {
		err = fmt.Errorf("reading %q: %w", req.Input.Name, ErrNoPuzzles)
	}
	if err == nil {
		done.Licence, err = s.Licence(ctx, done.Source)
	}
	return done, cmp.Or(err, walkErr)
}

// clash is the error of a puzzle whose givens contradict each other at sight.
func clash(p *sudoku.Puzzle) error {
	if err := sudoku.CheckGivens(p); err != nil {
		return &sudoku.ParseError{File: p.Name, Err: err}
	}
	return nil
}
