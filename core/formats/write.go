package formats

import (
	"bufio"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/cnf"
	"github.com/sudokuctl/sudokuctl/core/formats/internal/iss"
	"github.com/sudokuctl/sudokuctl/core/formats/internal/layout"
	"github.com/sudokuctl/sudokuctl/core/formats/internal/oneline"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// ErrUnfit says that a format has no room for a puzzle: another geometry than 9×9, soft clues or constraints.
var ErrUnfit = errors.New("the format has no room for this puzzle")

// A Writer writes records in one format. It may hold some back until Close, so a document is whole only after that.
type Writer interface {
	// Write writes one record. An error that wraps ErrUnfit is about that record alone: nothing of it was written.
	Write(r Record) error
	// Close writes what is still missing. It does not close the stream below.
	Close() error
}

// writers makes a Writer for each format.
var writers = []struct {
	name  string
	holds Part
	make  func(*bufio.Writer) Writer
}{
	{"line", Puzzle, each(writeLine)},
	{"sdk", Puzzle, each(writeSDK)},
	{"sdm", Puzzle, each(writeSDM)},
	{"ss", Puzzle, each(writeSS)},
	{"csv", Everything, func(w *bufio.Writer) Writer { return &csvWriter{out: w} }},
	{"jsonl", Everything, each(writeJSON)},
	{"opensudoku", Puzzle, func(w *bufio.Writer) Writer { return &xmlWriter{out: w} }},
	{"link", Puzzle, each(writeLink)},
	{"f-puzzles", Solution, each(writeLoad("https://www.f-puzzles.com/?load="))},
	{"sudokupad", Solution, each(writeLoad("https://sudokupad.app/fpuzzles"))},
	{"iss", Puzzle, each(writeForeign("Interactive Sudoku Solver", iss.Write))},
	{"killer", Puzzle, each(writeForeign("a line of a killer", oneline.WritePointers))},
	{"sudocue", Puzzle, each(writeForeign("SudoCue", oneline.WriteSudoCue))},
	{"grid", Puzzle, each(writeGrid)},
	{"dimacs", Puzzle, func(w *bufio.Writer) Writer { return &dimacsWriter{out: w} }},
}

// Part says how much of a record of a library a format holds.
type Part int

const (
	Puzzle     Part = iota // and its comment
	Solution               // and what people call the puzzle
	Everything             // and grades
)

// Holds returns how much a format holds; pictures, which have another package, hold solutions.
func Holds(format string) Part {
	for _, w := range writers {
		if w.name == format {
			return w.holds
		}
	}
	return Solution
}

// Names returns the names of the formats that can be written, as --to takes them.
func Names() []string {
	var names []string
	for _, w := range writers {
		names = append(names, w.name)
	}
	return names
}

// NewWriter returns a Writer of the format called name. An unknown name is an error that lists the known ones.
func NewWriter(w io.Writer, name string) (Writer, error) {
	for _, known := range writers {
		if known.name == name {
			return known.make(bufio.NewWriterSize(w, 64<<10)), nil
		}
	}
	return nil, fmt.Errorf("format %q is none of %s", name, strings.Join(Names(), ", "))
}

// NewWriterUntil returns a Writer that fails once ctx has ended, also within a puzzle that takes long.
func NewWriterUntil(ctx context.Context, w io.Writer, name string) (Writer, error) {
	out, err := NewWriter(&untilWriter{ctx, w}, name)
	if d, ok := out.(*dimacsWriter); ok {
		d.until = ctx.Err
	}
	return out, err
}

// untilWriter writes until ctx has ended.
type untilWriter struct {
	ctx context.Context
	to  io.Writer
}

// Write writes bytes, or returns the error of ctx.
func (w *untilWriter) Write(text []byte) (int, error) {
	if err := w.ctx.Err(); err != nil {
		return 0, err
	}
	return w.to.Write(text)
}

// eachWriter writes records that need nothing around them.
type eachWriter struct {
	out   *bufio.Writer
	write func(*bufio.Writer, Record) error
}

// each makes a writer of a function that writes one record.
func each(write func(*bufio.Writer, Record) error) func(*bufio.Writer) Writer {
	return func(w *bufio.Writer) Writer { return &eachWriter{w, write} }
}

// Write writes one record with the function of its format.
func (w *eachWriter) Write(r Record) error { return w.write(w.out, r) }

// Close flushes the records written. Formats of lines have no end to write.
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

// writeLine writes short notation and the comment.
func writeLine(w *bufio.Writer, r Record) error {
	w.WriteString(r.Puzzle.String())
	if c := oneLine(r.Puzzle.Comment); c != "" {
		w.WriteString("  " + c)
	}
	return w.WriteByte('\n')
}

// writeSDM writes 81 digits, 0 for an empty cell.
func writeSDM(w *bufio.Writer, r Record) error {
	if err := classicOnly(r.Puzzle); err != nil {
		return err
	}
	_, err := w.WriteString(zeros(r) + "\n")
	return err
}

// zeros returns the cells with 0 for empty ones.
func zeros(r Record) string { return strings.ReplaceAll(r.Puzzle.CellText(), ".", "0") }

// writeLink writes an address that shows the puzzle.
func writeLink(w *bufio.Writer, r Record) error {
	if err := classicOnly(r.Puzzle); err != nil {
		return err
	}
	_, err := w.WriteString("https://www.sudokuwiki.org/" + linkKey + zeros(r) + "\n")
	return err
}

// writeSDK writes SudoCue's lines for what has a letter there, [Puzzle], and the rows.
func writeSDK(w *bufio.Writer, r Record) error {
	if err := classicOnly(r.Puzzle); err != nil {
		return err
	}
	for _, f := range r.Fields {
		if key := sudoCueKey(f.Name); key != 0 {
			fmt.Fprintf(w, "#%c%s\n", key, oneLine(f.Text))
		}
	}
	if c := oneLine(r.Puzzle.Comment); c != "" {
		w.WriteString("#C" + c + "\n")
	}
	w.WriteString("[Puzzle]\n")
	cells := r.Puzzle.CellText()
	for i := range 9 {
		w.WriteString(cells[9*i:9*i+9] + "\n")
	}
	return w.WriteByte('\n')
}

// writeSS writes Simple Sudoku's picture.
func writeSS(w *bufio.Writer, r Record) error {
	if err := classicOnly(r.Puzzle); err != nil {
		return err
	}
	cells := r.Puzzle.CellText()
	w.WriteString("*-----------*\n")
	for i := range 9 {
		if i == 3 || i == 6 {
			w.WriteString("|---+---+---|\n")
		}
		row := cells[9*i : 9*i+9]
		fmt.Fprintf(w, "|%s|%s|%s|\n", row[:3], row[3:6], row[6:])
	}
	_, err := w.WriteString("*-----------*\n\n")
	return err
}

// writeGrid writes a picture of a puzzle whose geometry follows from its size.
func writeGrid(w *bufio.Writer, r Record) error {
	p := r.Puzzle
	n := p.Geometry().N()
	if p.Geometry().String() != fmt.Sprint(n) || layout.BandRows[n] == 0 || !p.Plain() {
		return fmt.Errorf("drawing a puzzle of geometry %q: %w", p.Geometry(), ErrUnfit)
	}
	rows, columns := p.Geometry().BoxSize()
	rule := "+" + strings.Repeat(strings.Repeat("-", 2*columns+1)+"+", n/columns) + "\n"
	for i := range n {
		if i%rows == 0 {
			w.WriteString(rule)
		}
		w.WriteString(pictureRow(p, i, columns))
	}
	_, err := w.WriteString(rule + "\n")
	return err
}

// pictureRow returns a row of a grid with bars between boxes.
func pictureRow(p *sudoku.Puzzle, row, columns int) string {
	var b strings.Builder
	for c := range p.Geometry().N() {
		if c%columns == 0 {
			b.WriteString("| ")
		}
		b.WriteString(p.Geometry().Alphabet().Symbol(int(p.Givens()[p.Geometry().CellAt(row, c)])) + " ")
	}
	return b.String() + "|\n"
}

// xmlWriter writes an OpenSudoku file with one folder.
type xmlWriter struct {
	out   *bufio.Writer
	begun bool
}

// begin writes the head of the document once.
func (w *xmlWriter) begin() {
	if !w.begun {
		w.out.WriteString(xml.Header + "<opensudoku>\n  <name>sudokuctl</name>\n")
	}
	w.begun = true
}

// Write writes one game, with the comment as its note. Only classic puzzles fit the format.
func (w *xmlWriter) Write(r Record) error {
	if err := classicOnly(r.Puzzle); err != nil {
		return err
	}
	w.begin()
	w.out.WriteString(`  <game data="` + zeros(r) + `"`)
	if c := oneLine(r.Puzzle.Comment); c != "" {
		var note strings.Builder
		if err := xml.EscapeText(&note, []byte(c)); err != nil {
			return err
		}
		w.out.WriteString(` note="` + note.String() + `"`)
	}
	_, err := w.out.WriteString("/>\n")
	return err
}

// Close ends the document, an empty one too, so that no puzzles make a valid file.
func (w *xmlWriter) Close() error {
	w.begin()
	w.out.WriteString("</opensudoku>\n")
	return w.out.Flush()
}

// dimacsWriter writes one puzzle as a propositional formula.
type dimacsWriter struct {
	out     *bufio.Writer
	written bool
	until   func() error // ends an encoding, nil for never
}

// Write writes a record if it is the first: the format holds one puzzle. Others are ErrUnfit.
func (w *dimacsWriter) Write(r Record) error {
	if w.written {
		return fmt.Errorf("writing a second puzzle, which a DIMACS file cannot hold: %w", ErrUnfit)
	}
	var late func() bool
	if w.until != nil {
		late = func() bool { return w.until() != nil }
	}
	f, err := cnf.Encode(r.Puzzle, late)
	if errors.Is(err, cnf.ErrLate) {
		return w.until()
	}
	if err != nil {
		return fmt.Errorf("%w: %w", ErrUnfit, err)
	}
	w.written = true
	return f.Write(w.out)
}

// Close flushes what was written.
func (w *dimacsWriter) Close() error { return w.out.Flush() }
