package app

import (
	"context"
	"errors"
	"fmt"

	"github.com/sudokuctl/sudokuctl/core/formats"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/work"
)

// MaxBadLines is how many bad lines of one command are told one by one.
const MaxBadLines = 20

// Input is where puzzles come from, and what was wrong with them.
type Input struct {
	app    *App
	from   []*work.Input
	Bad    badLines
	format string // recognised last
}

// Puzzles returns the input that arguments name: a puzzle in short notation, a file, sample:NAME, or - for
// standard input, which is also what no argument means unless it is a terminal.
func (a *App) Puzzles(args []string) (*Input, error) {
	if len(args) == 0 {
		if Terminal(a.Stdin) {
			return nil, UsageErrorf("no puzzles: give a puzzle, a file, sample:quick, or - for standard input")
		}
		args = []string{"-"}
	}
	in := &Input{app: a, Bad: badLines{app: a}}
	for _, arg := range args {
		from, err := work.ParseInput(arg, a.Stdin)
		if err != nil {
			return nil, err
		}
		in.from = append(in.from, from)
	}
	return in, nil
}

// IsText reports whether the input is one puzzle written out as an argument.
func (in *Input) IsText() bool { return len(in.from) == 1 && in.from[0].IsText() }

// Each walks over all puzzles. Bad records are told on standard error and counted; a file that cannot be read
// at all ends the walk with an error.
func (in *Input) Each(ctx context.Context, yield func(*sudoku.Puzzle) bool) error {
	return in.Records(ctx, func(r formats.Record) bool { return yield(r.Puzzle) })
}

// Records walks as each does, with all that the files say of the puzzles.
func (in *Input) Records(ctx context.Context, yield func(formats.Record) bool) error {
	for _, from := range in.from {
		in.format = ""
		for r, err := range from.Records(ctx) {
			var bad *sudoku.ParseError
			if errors.As(err, &bad) {
				in.Bad.tell(bad)
				continue
			}
			if err != nil {
				return UnpackHint(err)
			}
			if in.format != r.Format {
				in.format = r.Format
				in.app.recognised(r.Puzzle.Name, r.Format)
			}
			if !yield(r) {
				return nil
			}
		}
	}
	in.Bad.end()
	return nil
}

// recognised says with -v what format the input has from a record on.
func (a *App) recognised(record, format string) {
	if a.verbose {
		a.Remark("%s: format %s", record, format)
	}
}

// badLines tells of bad lines, the first ones one by one, and counts them.
type badLines struct {
	app   *App
	Count int
}

func (b *badLines) tell(bad *sudoku.ParseError) {
	if b.Count++; b.Count <= MaxBadLines {
		fmt.Fprintln(b.app.Stderr, bad)
	}
}

func (b *badLines) end() {
	if b.Count > MaxBadLines {
		fmt.Fprintf(b.app.Stderr, "sudokuctl: %d more bad lines\n", b.Count-MaxBadLines)
	}
}

// UnpackHint adds to what a packed file is how to read it.
func UnpackHint(err error) error {
	var packed *formats.PackedError
	if !errors.As(err, &packed) {
		return err
	}
	file := packed.File
	if file == "stdin" {
		file = "FILE"
	}
	return fmt.Errorf("%w; unpack it first: %s %s | sudokuctl … -", err, packed.Tool, file)
}

// Verdict is the error that a command ends with when lines were bad, else nil.
func (in *Input) Verdict() error {
	return LeftOut(in.Bad.Count)
}

func Plural(n int, word string) string {
	if n == 1 {
		return word
	}
	return word + "s"
}
