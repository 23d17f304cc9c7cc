package formats

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Read walks over the puzzles of a file in any of the formats, which may be compressed with gzip. A bad
// record yields a *sudoku.ParseError with file, line and, if one place is to blame, column, and the walk
// goes on; an error of r, or a *PackedError, ends it. Each puzzle is named name:line after its first line.
func Read(r io.Reader, name string) iter.Seq2[Record, error] {
	return Limits{}.Read(context.Background(), r, name, nil)
}

// walk yields the records of a text that wanted picks, all if it is nil.
func walk(in *bufio.Reader, name string, wanted func(number int) bool, yield func(Record, error) bool) {
	some := selection{wanted: wanted, yield: yield}
	if wanted != nil {
		yield = some.give
	}
	if order := utf16Order(in); order != nil {
		in = bufio.NewReaderSize(&utf16Reader{in: in, order: order}, 64<<10)
	}
	if err := checkText(in, name); err != nil {
		yield(Record{}, err)
		return
	}
	if isXML(in) {
		readXML(in, name, yield)
		return
	}
	if isJSONDocument(in) {
		readJSON(in, name, yield)
		return
	}
	t := text{lines: newLineReader(in), file: name, yield: yield, some: &some}
	t.walk()
}

// selection numbers records and yields the wanted ones.
type selection struct {
	next   int // number of the next record
	wanted func(number int) bool
	yield  func(Record, error) bool
}

// give yields a record if it is wanted, and every error that ends the walk.
func (s *selection) give(r Record, err error) bool {
	if err != nil && !errors.As(err, new(*sudoku.ParseError)) {
		return s.yield(r, err)
	}
	s.next++
	return !s.wanted(s.next-1) || s.yield(r, err)
}

// isXML reports whether the first character is "<", a byte order mark aside. It waits for no more than that.
func isXML(in *bufio.Reader) bool {
	first, err := in.Peek(1)
	if err == nil && first[0] == 0xEF {
		first, err = in.Peek(4)
	}
	return err == nil && first[len(first)-1] == '<'
}

// badAt returns the *sudoku.ParseError of a place. The column of a ParseError within counts from column on.
func badAt(file string, line, column int, err error) error {
	var inner *sudoku.ParseError
	if errors.As(err, &inner) {
		if inner.Column > 0 && column > 0 {
			column += inner.Column - 1
		}
		err = inner.Err
	}
	return &sudoku.ParseError{File: file, Line: line, Column: column, Err: err}
}

// A PackedError says that a file holds other files, or a compressed one, in a way that Read does not undo.
type PackedError struct {
	File string
	Kind string // "a zip archive"
	Tool string // a program that writes the content to standard output: "unzip -p"; "" if there is none
}

func (e *PackedError) Error() string { return fmt.Sprintf("reading %s: it is %s", e.File, e.Kind) }

const gzipMagic = "\x1f\x8b"

// packings are the first bytes of what Read refuses.
var packings = []struct{ magic, kind, tool string }{
	{"PK\x03\x04", "a zip archive", "unzip -p"},
	{"PK\x05\x06", "a zip archive", "unzip -p"},
	{"\xfd7zXZ\x00", "an xz file", "xz -dc"},
	{"\x28\xb5\x2f\xfd", "a zstd file", "zstd -dc"},
	{"BZh", "a bzip2 file", "bzip2 -dc"},
	{"7z\xbc\xaf\x27\x1c", "a 7z archive", "7z e -so"},
	{"\x89PNG", "a PNG picture", ""},
	{"\xff\xd8\xff", "a JPEG picture", ""},
	{"GIF8", "a GIF picture", ""},
	{"%PDF-", "a PDF document", ""},
	{"PAR1", "a Parquet file, which is not read since 0.1: save it as CSV", ""},
}

// checkText returns a *PackedError if what is read is not text.
func checkText(in *bufio.Reader, file string) error {
	for _, p := range packings {
		if !begins(in, p.magic) {
			continue
		}
		if isSpreadsheet(in) {
			return &PackedError{file, "a spreadsheet: save it as CSV", ""}
		}
		return &PackedError{file, p.kind, p.tool}
	}
	if isBinary(in) {
		return &PackedError{file, "no text", ""}
	}
	return nil
}

// isSpreadsheet recognises .xlsx and .ods among zip archives by the names in them.
func isSpreadsheet(in *bufio.Reader) bool {
	first, _ := in.Peek(4096)
	return bytes.HasPrefix(first, []byte("PK")) &&
		(bytes.Contains(first, []byte("xl/")) || bytes.Contains(first, []byte("opendocument.spreadsheet")))
}

// isBinary reports whether more than one byte in twenty of those that have come is a control character that no text has.
func isBinary(in *bufio.Reader) bool {
	first, _ := in.Peek(in.Buffered())
	controls := 0
	for _, c := range first {
		if c < ' ' && bytes.IndexByte([]byte("\t\n\v\f\r\x1a\x1b"), c) < 0 {
			controls++
		}
	}
	return controls*20 > len(first)
}

// begins reports whether the first bytes are magic. It waits for no more of them than it takes to see that
// they are not.
func begins(in *bufio.Reader, magic string) bool {
	for n := range len(magic) {
		first, err := in.Peek(n + 1)
		if err != nil || first[n] != magic[n] {
			return false
		}
	}
	return true
}
