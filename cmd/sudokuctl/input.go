package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/formats"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// maxBadLines is how many bad lines of one command are told one by one.
const maxBadLines = 20

// input is where puzzles come from: texts, files, samples or standard input, and what was wrong with them.
type input struct {
	app    *app
	args   []string
	bad    int
	format string // recognised last
}

// puzzles returns the input that arguments name: a puzzle in short notation, a file, sample:NAME, or - for
// standard input, which is also what no argument means unless it is a terminal.
func (a *app) puzzles(args []string) (*input, error) {
	if len(args) == 0 {
		if terminal(a.stdin) {
			return nil, usageErrorf("no puzzles: give a puzzle, a file, sample:quick, or - for standard input")
		}
		args = []string{"-"}
	}
	for _, arg := range args {
		if _, err := classify(arg); err != nil {
			return nil, err
		}
	}
	return &input{app: a, args: args}, nil
}

type inputKind int

const (
	fromStdin inputKind = iota
	fromSample
	fromFile
	fromText
)

func classify(arg string) (inputKind, error) {
	if arg == "-" {
		return fromStdin, nil
	}
	if name, ok := strings.CutPrefix(arg, samplePrefix); ok {
		f, err := openSample(name)
		if err != nil {
			return fromSample, err
		}
		return fromSample, f.Close()
	}
	info, fileErr := os.Stat(arg)
	if fileErr == nil && !info.IsDir() {
		return fromFile, nil
	}
	if _, err := sudoku.ParsePuzzle(arg); err != nil {
		if isRecord(arg) {
			return fromText, nil
		}
		if fileErr == nil {
			return fromFile, usageErrorf("%q is a folder", arg)
		}
		return fromText, usageErrorf("%q is neither a file nor a puzzle: %w", arg, err)
	}
	return fromText, nil
}

// isRecord reports whether a text is a puzzle in another notation, such as a link.
func isRecord(text string) bool {
	for _, err := range formats.Read(strings.NewReader(text), "") {
		return err == nil
	}
	return false
}

// each walks over all puzzles. Bad records are told on standard error and counted; a file that cannot be read
// at all ends the walk with an error.
func (in *input) each(ctx context.Context, yield func(*sudoku.Puzzle) bool) error {
	return in.records(ctx, func(r formats.Record) bool { return yield(r.Puzzle) })
}

// records walks as each does, with all that the files say of the puzzles.
func (in *input) records(ctx context.Context, yield func(formats.Record) bool) error {
	for _, arg := range in.args {
		in.format = ""
		for r, err := range in.walk(arg) {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if err != nil {
				if err := in.tell(err); err != nil {
					return err
				}
				continue
			}
			in.recognised(r)
			if !yield(r) {
				return nil
			}
		}
	}
	if in.bad > maxBadLines {
		fmt.Fprintf(in.app.stderr, "sudokuctl: %d more bad lines\n", in.bad-maxBadLines)
	}
	return nil
}

// recognised says with -v what format the input has, whenever it changes.
func (in *input) recognised(r formats.Record) {
	if in.format == r.Format {
		return
	}
	in.format = r.Format
	if in.app.verbose {
		in.app.remark("%s: format %s", r.Puzzle.Name, r.Format)
	}
}

// tell tells of a bad line, or returns an error that ends the walk.
func (in *input) tell(err error) error {
	var bad *sudoku.ParseError
	if !errors.As(err, &bad) {
		return unpackHint(err)
	}
	if in.bad++; in.bad <= maxBadLines {
		fmt.Fprintln(in.app.stderr, err)
	}
	return nil
}

// unpackHint adds to what a packed file is how to read it.
func unpackHint(err error) error {
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

func (in *input) walk(arg string) iter.Seq2[formats.Record, error] {
	return func(yield func(formats.Record, error) bool) {
		r, name, err := in.app.reader(arg)
		if err != nil {
			yield(formats.Record{}, err)
			return
		}
		defer r.Close()
		for record, err := range formats.Read(r, name) {
			if !yield(record, err) {
				return
			}
		}
	}
}

// reader opens what an argument names.
func (a *app) reader(arg string) (r io.ReadCloser, name string, err error) {
	kind, err := classify(arg)
	if err != nil {
		return nil, "", err
	}
	switch kind {
	case fromStdin:
		return io.NopCloser(a.stdin), "stdin", nil
	case fromSample:
		r, err = openSample(strings.TrimPrefix(arg, samplePrefix))
		return r, arg, err
	case fromText:
		return io.NopCloser(strings.NewReader(arg)), "puzzle", nil
	}
	f, err := os.Open(arg)
	if err != nil {
		return nil, "", fmt.Errorf("reading puzzles: %w", err)
	}
	return f, arg, nil
}

// verdict is the error that a command ends with when lines were bad, else nil.
func (in *input) verdict() error {
	if in.bad == 0 {
		return nil
	}
	return fmt.Errorf("%d bad %s left out", in.bad, plural(in.bad, "line"))
}

func plural(n int, word string) string {
	if n == 1 {
		return word
	}
	return word + "s"
}
