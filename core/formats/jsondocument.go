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
			return err == nil && (c == '{' && (next[len(next)-1] == '\n' || next[len(next)-1] == '"' && goesOn(in)) ||
				c == '[' && strings.IndexByte("[{\"\n-.0123456789n]", next[len(next)-1]) >= 0)
		default:
			return false
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
}

func readJSON(in *bufio.Reader, file string, yield func(Record, error) bool) {
	if begins(in, "\ufeff") {
		_, _ = in.Discard(3) // they were just read
	}
	lines := &lineCounter{in: in}
	d := jsonDocument{decoder: json.NewDecoder(lines), lines: lines, file: file, yield: yield}
	for d.value() {
	}
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
		case value[0] == '{':
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

func (d *jsonDocument) record(value json.RawMessage, line int) bool {
	r, err := parseJSON(string(value))
	return d.give(r, line, err)
}

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
		return d.yield(Record{}, badAt(d.file, line, 0, err))
	}
	if err != nil {
		err = badAt(d.file, line, 0, err)
	}
	r.Puzzle.Name = fmt.Sprintf("%s:%d", d.file, line)
	return d.yield(r, err)
}

// broken yields an error of the JSON itself, after which nothing can be read.
func (d *jsonDocument) broken(err error) bool {
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
	case 'n':
		c.texts = append(c.texts, ".")
		return nil
	}
	var number float64
	if err := json.Unmarshal(data, &number); err != nil || number != math.Trunc(number) || number < 0 ||
		number > sudoku.MaxSize {
		return fmt.Errorf("%s is not a cell: expected a number, a text or null", shorten(string(data)))
	}
	if number == 0 {
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
	if r, ok := parseRow(text, 0); ok {
		c.texts = append(c.texts, r.cells...)
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

// String returns the cells in short notation.
func (c *jsonCells) String() string {
	if c.whole {
		return c.texts[0]
	}
	return joinCells(c.texts)
}

// MarshalJSON writes the short notation.
func (c jsonCells) MarshalJSON() ([]byte, error) { return json.Marshal(c.String()) }

// lineCounter says on which line an offset of what was read through it is. It remembers the line ends behind the
// last offset that it was asked for.
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

// Read reads on and remembers the line ends.
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
