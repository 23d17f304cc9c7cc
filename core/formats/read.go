// Package formats reads and writes puzzle files.
//
// Read recognises what it reads by content, so that a file needs no suffix. Lines that are no puzzle each are judged
// together, as a block of bounded length: it is decided how many grids they are before any of them is read as a row. A
// file may mix blocks and what fits on one line: puzzles in short notation, bank records, links, JSON objects. A table
// (CSV or TSV with a header), a JSON document and an XML document take the rest of their file.
//
//	line        one puzzle in short notation a line, also .sdm; text behind it is a comment
//	bank        sha1[:12] 81digits rating
//	hodoku      :code:candidates:81digits:deleted:eliminations:placements: of HoDoKu's libraries, + before a placed digit
//	link        …sudokuwiki.org/sudoku.htm?bd=81digits
//	jsonl       {"puzzle":…, "geometry":…, "solution":…, "grades":{…}, "tags":[…]}
//	csv         records whose column puzzle, quizzes, question … holds puzzles, or whichever column does; comma, semicolon or tab
//	sdk         [Puzzle], or lines #A author … #L level, then one row a line
//	json        an array of rows, cells, grids, texts or records
//	grid        rows with or without | - + art around them, also .ss, Markdown tables and what spreadsheets write
//	candidates  rows of pencil marks, one group a cell, also .sdx where u stands before a placed digit
//	opensudoku  <opensudoku> … <game data="81digits"/> …
//	sdku        <Sudoku> with a <Cell> for each cell
//	solo        game IDs of Simon Tatham's Solo, 3x3k:…
//	f-puzzles   {"size":9, "grid":[[{}, …], …], "thermometer":…}, and links of f-puzzles and SudokuPad
//	sudokupad   SudokuPad's own JSON and links
//	iss         .Cage~15~R1C1~R1C2… of Interactive Sudoku Solver, and its addresses
//	killer      81 characters, <^>v pointing towards the sums of cages
//	sudocue     3x3::k:numbers of cells
//
// A Record is a puzzle and what its file says of it. Nothing is guessed: pencil marks that the givens imply are
// dropped, others become soft clues; a solution is a claim until sudoku.Verify has seen it. A puzzle of another program
// that has more than is understood yields what is understood beside an *IncompleteError; Lenient takes it for a record.
//
// A file may be compressed with gzip; other packed files are recognised and refused.
//
// Memory is constant whatever the input: lines and XML elements are bounded at 4 MiB, nesting at 32 levels,
// and an XML document cannot define entities.
package formats

import (
	"bufio"
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"strconv"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"golang.org/x/text/encoding/unicode"
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
	if order, ok := utf16Order(in); ok {
		in = bufio.NewReaderSize(unicode.UTF16(order, unicode.IgnoreBOM).NewDecoder().Reader(in), 64<<10)
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
	t := text{lines: newLineReader(in), file: name, yield: yield}
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

// packings are the first bytes of packed files, which Read refuses.
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
		return &PackedError{file, "a binary file, not text", ""}
	}
	return nil
}

// isSpreadsheet recognises .xlsx and .ods among zip archives by the names in them.
func isSpreadsheet(in *bufio.Reader) bool {
	first, _ := in.Peek(4096)
	return bytes.HasPrefix(first, []byte("PK")) &&
		(bytes.Contains(first, []byte("xl/")) || bytes.Contains(first, []byte("opendocument.spreadsheet")))
}

// isBinary reports whether more than one in twenty of the buffered bytes is a control character that no text has.
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

// Limits bound what is read of a stranger's file. The zero Limits bound nothing.
type Limits struct {
	Size int64 // bytes of text, unpacked
	Bad  int   // bad records
}

// A LimitError says which limit a file has passed: the rest of it was not read.
type LimitError struct {
	File string
	Most string // "64 MiB of text"
}

func (e *LimitError) Error() string {
	return fmt.Sprintf("reading %s: it has more than %s; the rest was not read", e.File, e.Most)
}

// Exceeded returns a *LimitError if a file has more bad records than the limit.
func (l Limits) Exceeded(file string, bad int) error {
	if l.Bad == 0 || bad <= l.Bad {
		return nil
	}
	return &LimitError{file, grouped(int64(l.Bad)) + " bad lines"}
}

// Read is the function Read within limits: the walk also ends with an error as soon as ctx ends, whatever is being
// unpacked then, and with a *LimitError behind all that was read up to a limit. It yields the records that wanted picks
// by their numbers, which count from 0 and include bad records; a nil wanted picks all.
func (l Limits) Read(ctx context.Context, r io.Reader, name string, wanted func(number int) bool) iter.Seq2[Record,
	error] {
	return func(yield func(Record, error) bool) {
		text := &limited{ctx: ctx, in: r, file: name, most: l.Size}
		in := bufio.NewReaderSize(text, 64<<10)
		if begins(in, gzipMagic) {
			text.most = 0 // of what is packed
			unpacked, err := gzip.NewReader(in)
			if err != nil {
				yield(Record{}, fmt.Errorf("reading %s: %w", name, err))
				return
			}
			text = &limited{ctx: ctx, in: unpacked, file: name, most: l.Size}
			in = bufio.NewReaderSize(text, 64<<10)
		}
		bad, stopped := 0, false
		walk(in, name, wanted, func(r Record, err error) bool {
			if text.ended() {
				return false
			}
			if err != nil && text.err != nil {
				return true // it may only say that the text ends too early
			}
			if err != nil && errors.As(err, new(*sudoku.ParseError)) {
				if bad++; l.Exceeded(name, bad) != nil {
					yield(Record{}, l.Exceeded(name, bad))
					stopped = true
					return false
				}
			}
			stopped = !yield(r, err)
			return !stopped
		})
		if text.err != nil && !stopped {
			yield(Record{}, text.err)
		}
	}
}

// limited reads until ctx ends or there were more than most bytes, unless that is 0, and keeps the error that says so.
type limited struct {
	ctx  context.Context
	in   io.Reader
	file string
	most int64
	read int64
	err  error
}

// Read returns what is left within the limits.
func (l *limited) Read(p []byte) (int, error) {
	if l.ended() || l.err != nil {
		return 0, l.err
	}
	n, err := l.in.Read(p)
	if l.read += int64(n); l.most > 0 && l.read > l.most {
		l.err = &LimitError{l.file, grouped(l.most>>20) + " MiB of text"}
		return n - int(l.read-l.most), l.err
	}
	if err != nil {
		l.ended()
	}
	return n, cmp.Or(l.err, err)
}

// ended reports whether ctx has ended, and keeps its error.
func (l *limited) ended() bool {
	err := l.ctx.Err()
	if err != nil {
		l.err = fmt.Errorf("reading %s: %w", l.file, err)
	}
	return err != nil
}

// grouped writes a number with commas between thousands.
func grouped(n int64) string {
	if n < 1000 {
		return strconv.FormatInt(n, 10)
	}
	return grouped(n/1000) + fmt.Sprintf(",%03d", n%1000)
}
