package formats

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/formats/internal/iss"
	"github.com/sudokuctl/sudokuctl/core/formats/internal/killer"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// ErrUnfit says that a format has no room for a puzzle: another geometry than 9×9, soft clues or constraints.
var ErrUnfit = errors.New("the format has no room for this puzzle")

// A Writer writes records in one format.
type Writer interface {
	// Write writes one record. An error that wraps ErrUnfit is about that record alone: nothing of it was written.
	Write(r Record) error
	// Close writes what is still missing. It does not close the stream below.
	Close() error
}

// writers makes a Writer for each format.
var writers = []struct {
	name string
	make func(*bufio.Writer) Writer
}{
	{"line", each(writeLine)},
	{"sdk", each(writeSDK)},
	{"sdm", each(writeSDM)},
	{"ss", each(writeSS)},
	{"csv", func(w *bufio.Writer) Writer { return &csvWriter{out: w} }},
	{"jsonl", each(writeJSON)},
	{"opensudoku", func(w *bufio.Writer) Writer { return &xmlWriter{out: w} }},
	{"link", each(writeLink)},
	{"f-puzzles", each(writeFPuzzles)},
	{"sudokupad", each(writeSudokuPad)},
	{"iss", each(writeForeign("Interactive Sudoku Solver", iss.Write))},
	{"killer", each(writeForeign("a line of a killer", killer.WritePointers))},
	{"sudocue", each(writeForeign("SudoCue", killer.WriteSudoCue))},
	{"grid", each(writeGrid)},
	{"dimacs", func(w *bufio.Writer) Writer { return &dimacsWriter{out: w} }},
}

// Names returns the names of the formats that can be written.
func Names() []string {
	var names []string
	for _, w := range writers {
		names = append(names, w.name)
	}
	return names
}

// NewWriter returns a Writer of the format called name.
func NewWriter(w io.Writer, name string) (Writer, error) {
	for _, known := range writers {
		if known.name == name {
			return known.make(bufio.NewWriterSize(w, 64<<10)), nil
		}
	}
	return nil, fmt.Errorf("format %q is none of %s", name, strings.Join(Names(), ", "))
}

// eachWriter writes records that need nothing around them.
type eachWriter struct {
	out   *bufio.Writer
	write func(*bufio.Writer, Record) error
}

func each(write func(*bufio.Writer, Record) error) func(*bufio.Writer) Writer {
	return func(w *bufio.Writer) Writer { return &eachWriter{w, write} }
}

// Write writes one record.
func (w *eachWriter) Write(r Record) error { return w.write(w.out, r) }

// Close flushes the records written.
func (w *eachWriter) Close() error { return w.out.Flush() }

// classicOnly returns ErrUnfit for all but 9×9 puzzles without soft clues and constraints.
func classicOnly(p *sudoku.Puzzle) error {
	if p.Geometry().String() != "9" {
		return fmt.Errorf("writing a puzzle of geometry %q: %w", p.Geometry(), ErrUnfit)
	}
	if c := p.Constraints(); c != nil {
		return fmt.Errorf("writing a puzzle with the constraint %q: %w", c[0].Name, ErrUnfit)
	}
	if !p.Plain() {
		return fmt.Errorf("writing a puzzle with soft clues: %w", ErrUnfit)
	}
	return nil
}
