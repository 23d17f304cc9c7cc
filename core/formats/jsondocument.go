package formats

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/formats/internal/layout"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// isJSONDocument reports whether a file is JSON as a whole and not line by line: an array, or an object that goes on
// behind its first line. The sections of SadMan files begin with a bracket and a letter.
func isJSONDocument(in *bufio.Reader) bool {
	for n := 1; ; n++ {
		first, err := in.Peek(n)
		if err != nil {
			return false
		}
		switch c := first[n-1]; {
		case c == ' ' || c == '\t' || c == '\r' || c == '\n' || n <= 3 && strings.HasPrefix("\ufeff", string(first)):
		case c == '[' || c == '{':
			next, err := in.Peek(n + 1)
			for i := n + 1; err == nil && (next[i-1] == ' ' || next[i-1] == '\t' || next[i-1] == '\r'); i++ {
				next, err = in.Peek(i + 1)
			}
			if err != nil || isOtherArray(in, c) {
				return false
			}
			last := next[len(next)-1]
			return c == '{' && (last == '\n' || last == '"' && goesOn(in)) ||
				c == '[' && strings.IndexByte("[{\"\n-.0123456789n]", last) >= 0
		default:
			return false
		}
	}
}

// isOtherArray reports whether an array is one of another language: numbers without commas between them, None, nan, 5.,
// single quotes. It judges by what has come so far.
func isOtherArray(in *bufio.Reader, first byte) bool {
	if first != '[' {
		return false
	}
	text, _ := in.Peek(in.Buffered())
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	d := json.NewDecoder(bytes.NewReader(text))
	for {
		if _, err := d.Token(); err != nil {
			var syntax *json.SyntaxError
			return errors.As(err, &syntax) && !bytes.ContainsAny(text[:min(syntax.Offset, int64(len(text)))], "{:\"")
		}
	}
}

// goesOn reports whether the first line ends within a JSON value: behind a sign that another one follows.
func goesOn(in *bufio.Reader) bool {
	for n := in.Buffered(); ; n++ {
		first, err := in.Peek(n)
		if end := bytes.IndexByte(first, '\n'); end >= 0 {
			line := bytes.TrimSpace(first[:end])
			return len(line) > 0 && strings.IndexByte("[{,:", line[len(line)-1]) >= 0
		}
		if err != nil {
			return false
		}
	}
}

// jsonDocument is the walk over JSON values: a record as an object, an array of records, a grid as an array of rows
// or of cells, an array of grids or of puzzles in short notation.
type jsonDocument struct {
	decoder *json.Decoder
	lines   *lineCounter
	file    string
	yield   func(Record, error) bool
	same    sameErrors
	stopped bool // yield asked to stop
}

// sameErrors are values one after the other that have the same fault: an array of another kind is one mistake.
type sameErrors struct {
	err  error // of the first
	line int
	n    int
}

// flush yields the error that waits for others like it, and reports whether to go on.
func (d *jsonDocument) flush() bool {
	s := d.same
	d.same = sameErrors{}
	if s.n > 1 {
		s.err = fmt.Errorf("%s objects have the same fault: %w", grouped(int64(s.n)), s.err)
	}
	if s.n > 0 && !d.stopped {
		d.stopped = !d.yield(Record{}, badAt(d.file, s.line, 0, s.err))
	}
	return !d.stopped
}

// readJSON reads a document whose records may be broken into lines anywhere.
func readJSON(in *bufio.Reader, file string, yield func(Record, error) bool) {
	if begins(in, "\ufeff") {
		_, _ = in.Discard(3) // they were just read
	}
	lines := &lineCounter{in: in}
	d := jsonDocument{decoder: json.NewDecoder(lines), lines: lines, file: file, yield: yield}
	for d.value() {
	}
	d.flush()
}

// value reads the next value of the document and reports whether there may be another.
func (d *jsonDocument) value() bool {
	token, err := d.decoder.Token()
	line := d.line()
	switch {
	case err == io.EOF:
		return false
	case err != nil:
		return d.broken(err)
	case token == json.Delim('['):
		return d.array(line)
	case token == json.Delim('{'):
		fields, err := d.object()
		if err != nil {
			return d.broken(err)
		}
		return d.record(fields, line)
	}
	return d.give(Record{}, line, fmt.Errorf("%v is not a puzzle", token))
}

// object reads the rest of an object whose brace has been read.
func (d *jsonDocument) object() (json.RawMessage, error) {
	fields := map[string]json.RawMessage{}
	for d.decoder.More() {
		name, err := d.decoder.Token()
		if err != nil {
			return nil, err
		}
		var value json.RawMessage
		if err := d.decoder.Decode(&value); err != nil {
			return nil, err
		}
		fields[fmt.Sprint(name)] = value
	}
	if _, err := d.decoder.Token(); err != nil {
		return nil, err
	}
	return json.Marshal(fields)
}

// array reads the rest of an array whose bracket has been read. Objects, grids and long strings are puzzles of their
// own; all else is the rows or the cells of one puzzle.
func (d *jsonDocument) array(line int) bool {
	var cells jsonCells
	for d.decoder.More() {
		var value json.RawMessage
		if err := d.decoder.Decode(&value); err != nil {
			return d.broken(err)
		}
		at, more := d.line()-bytes.Count(value, []byte("\n")), true
		switch {
		case value[0] == '{' && !isCellObject(value):
			more = d.record(value, at)
		case isGrid(value) || isPuzzleText(value):
			more = d.grid(value, at)
		default:
			if err := cells.add(value); err != nil {
				d.give(Record{}, at, err)
				return false
			}
		}
		if !more {
			return false
		}
	}
	if _, err := d.decoder.Token(); err != nil {
		return d.broken(err)
	}
	if len(cells.texts) == 0 {
		return true
	}
	p, err := cells.puzzle()
	return d.give(Record{Puzzle: p, Format: "json"}, line, err)
}

// record reads a record, or the objects in it, and reports whether to go on.
func (d *jsonDocument) record(value json.RawMessage, line int) bool {
	objects := objectsIn(string(value))
	if objects == nil {
		objects = []string{string(value)}
	}
	for _, object := range objects {
		r, err := parseJSON(object)
		if !d.give(r, line, err) {
			return false
		}
	}
	return true
}

// isCellObject reports whether an object is a cell, {"val":3} or {"value":null}, and no puzzle.
func isCellObject(value json.RawMessage) bool {
	_, ok := cellOf(value)
	return ok
}

// cellKeys are what objects call the digit of a cell.
var cellKeys = []string{"val", "value", "v", "digit", "number", "num", "n", "given"}

// cellOf returns the digit of an object that is a cell.
func cellOf(value json.RawMessage) (json.RawMessage, bool) {
	var fields map[string]json.RawMessage
	if value[0] != '{' || len(value) > 1000 || json.Unmarshal(value, &fields) != nil {
		return nil, false
	}
	if len(fields) == 0 {
		return json.RawMessage("null"), true
	}
	for _, key := range cellKeys {
		if v, ok := fields[key]; ok && len(v) <= 4 && v[0] != '[' && v[0] != '{' && v[0] != 't' {
			return v, true
		}
	}
	return nil, false
}

// grid reads an array of cells or rows, and reports whether to go on.
func (d *jsonDocument) grid(value json.RawMessage, line int) bool {
	var cells jsonCells
	err := json.Unmarshal(value, &cells)
	var p *sudoku.Puzzle
	if err == nil {
		p, err = cells.puzzle()
	}
	return d.give(Record{Puzzle: p, Format: "json"}, line, err)
}

// give yields a record, or what was wrong with it, and reports whether the walk goes on.
func (d *jsonDocument) give(r Record, line int, err error) bool {
	if err != nil && !errors.As(err, new(*IncompleteError)) {
		if d.same.n > 0 && d.same.err.Error() != err.Error() && !d.flush() {
			return false
		}
		if d.same.n++; d.same.n == 1 {
			d.same.err, d.same.line = err, line
		}
		return true
	}
	if !d.flush() {
		return false
	}
	if err != nil {
		err = badAt(d.file, line, 0, err)
	}
	r.Puzzle.Name = fmt.Sprintf("%s:%d", d.file, line)
	d.stopped = !d.yield(r, err)
	return !d.stopped
}

// broken yields an error of the JSON itself, after which nothing can be read.
func (d *jsonDocument) broken(err error) bool {
	if !d.flush() {
		return false
	}
	var syntax *json.SyntaxError
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		err = errors.New("it ends within a value")
	} else if !errors.As(err, &syntax) {
		d.yield(Record{}, fmt.Errorf("reading %s: %w", d.file, err))
		return false
	}
	d.yield(Record{}, badAt(d.file, d.line(), 0, fmt.Errorf("reading JSON: %w", err)))
	return false
}

// line returns the line on which what was read last ends.
func (d *jsonDocument) line() int { return d.lines.at(d.decoder.InputOffset()) }

// isGrid reports whether an array holds arrays, or strings and numbers enough for a puzzle: it is the value of an
// array of grids and not a row.
func isGrid(value json.RawMessage) bool {
	var parts []json.RawMessage
	return value[0] == '[' && json.Unmarshal(value, &parts) == nil && len(parts) > 0 &&
		(parts[0][0] == '[' || len(parts) > sudoku.MaxSize || parts[0][0] == '"' && len(parts[0]) >= 4+len(`""`))
}

// isPuzzleText reports whether a string is too long for a row of a classic grid.
func isPuzzleText(value json.RawMessage) bool { return value[0] == '"' && len(value) >= 16+len(`""`) }

// jsonCells are the cells of a puzzle in JSON: a text, rows that are arrays or texts, or cells one by one. A cell is a
// number, a text or null.
type jsonCells struct {
	texts []string // of one cell each, or of all in short notation
	whole bool     // texts is a single one, in short notation
}

// UnmarshalJSON reads a puzzle in any of these forms.
func (c *jsonCells) UnmarshalJSON(data []byte) error {
	*c = jsonCells{}
	if data[0] == 'n' {
		return nil
	}
	if data[0] == '"' {
		c.whole = true
		c.texts = make([]string, 1)
		return json.Unmarshal(data, &c.texts[0])
	}
	return c.add(data)
}

var errTooManyCells = fmt.Errorf("more cells than a puzzle of size %d has", sudoku.MaxSize)

// add adds a cell, or those of a row or of a whole grid.
func (c *jsonCells) add(data json.RawMessage) error {
	if len(c.texts) > sudoku.MaxSize*sudoku.MaxSize*sudoku.MaxSize {
		return errTooManyCells
	}
	switch data[0] {
	case '[':
		var parts []json.RawMessage
		if err := json.Unmarshal(data, &parts); err != nil {
			return err
		}
		for _, part := range parts {
			if err := c.add(part); err != nil {
				return err
			}
		}
		return nil
	case '"':
		var text string
		if err := json.Unmarshal(data, &text); err != nil {
			return err
		}
		return c.addText(strings.TrimSpace(text))
	case 'n', 'f': // null, false
		c.texts = append(c.texts, ".")
		return nil
	case '{':
		if cell, ok := cellOf(data); ok {
			return c.add(cell)
		}
	}
	var number float64
	if err := json.Unmarshal(data, &number); err != nil || number != math.Trunc(number) || number < -1 ||
		number > sudoku.MaxSize {
		return fmt.Errorf("%s is not a cell: expected a number, a text or null", shorten(string(data)))
	}
	if number <= 0 {
		c.texts = append(c.texts, ".")
		return nil
	}
	c.texts = append(c.texts, strconv.Itoa(int(number)))
	return nil
}

// addText adds the cell that a text is, or the cells of the row that it is.
func (c *jsonCells) addText(text string) error {
	if text == "" {
		text = "."
	}
	if r, ok := layout.ParseRow(text, 0); ok {
		c.texts = append(c.texts, r.Cells...)
		return nil
	}
	if strings.ContainsAny(text, " \t") {
		return fmt.Errorf("%q is neither a cell nor a row", shorten(text))
	}
	c.texts = append(c.texts, text)
	return nil
}

// puzzle returns the puzzle of all cells.
func (c *jsonCells) puzzle() (*sudoku.Puzzle, error) { return sudoku.ParsePuzzle(c.String()) }

// String joins the cells to short notation, which is then parsed as any line is.
func (c *jsonCells) String() string {
	if c.whole {
		return c.texts[0]
	}
	return joinCells(c.texts)
}

// lineCounter passes bytes on and finds the line of an offset among them. It remembers the line ends behind the last
// offset that it was asked for.
type lineCounter struct {
	in    io.Reader
	read  int64   // bytes so far
	ends  []int64 // offsets of line ends from the last one asked for on
	lines int     // line ends before those
	asked int64   // the last offset that was asked for
}

// maxValue is the longest value that is read, in bytes.
const maxValue = 4 << 20

var errValueTooLong = errors.New("a JSON value longer than 4 MiB")

// Read reads on and remembers where lines end, because the decoder counts bytes and errors name lines. A value beyond
// the bound is an error.
func (l *lineCounter) Read(p []byte) (int, error) {
	if l.read-l.asked > maxValue {
		return 0, errValueTooLong
	}
	n, err := l.in.Read(p)
	for at := 0; ; {
		end := bytes.IndexByte(p[at:n], '\n')
		if end < 0 {
			break
		}
		at += end + 1
		l.ends = append(l.ends, l.read+int64(at-1))
	}
	l.read += int64(n)
	return n, err
}

// at returns the line of an offset, from 1; offsets never go back.
func (l *lineCounter) at(offset int64) int {
	l.asked = offset
	passed := 0
	for passed < len(l.ends) && l.ends[passed] < offset {
		passed++
	}
	l.lines += passed
	l.ends = append(l.ends[:0], l.ends[passed:]...)
	return l.lines + 1
}
