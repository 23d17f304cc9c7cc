package formats

import (
	"bufio"
	"errors"
	"io"
	"iter"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Read walks over the puzzles of a file in any of the formats, which may be compressed with gzip. A bad
// record yields a *sudoku.ParseError with file, line and, if one place is to blame, column, and the walk
// goes on; an error of r, or a *PackedError, ends it. Each puzzle is named name:line after its first line.
func Read(r io.Reader, name string) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		in, err := unpack(bufio.NewReaderSize(r, 64<<10), name)
		if err != nil {
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
		t := text{lines: NewLines(in), file: name, yield: yield}
		t.walk()
	}
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
