package formats

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// text is the walk over a file of lines. A line is a record of its own, or a row of the block that is being
// collected, or says what section or table follows.
type text struct {
	lines *lineReader
	file  string
	yield func(Record, error) bool

	table    *table    // set once a header was read
	heading  *heading  // what may be the header of a table
	block    block     // rows collected so far
	header   []Field   // #A … #U lines in front of a block
	section  string    // "puzzle", another one, or "" outside sections
	held     Record    // read, but the next may be its map of regions; without a puzzle if there is none
	fragment fragments // lines too short for a puzzle
	stopped  bool      // yield asked to stop
	some     *selection
	passed   passed // the line that was passed over last
}

func (t *text) walk() {
	for !t.stopped {
		if t.lines.buffered() == 0 {
			t.release() // the writer of the lines may be waiting for it
		}
		line, err := t.lines.next()
		switch {
		case err == io.EOF:
			t.recall()
			t.closeAll()
			return
		case errors.Is(err, errLineTooLong):
			t.recall()
			t.bad(0, err)
		case err != nil:
			t.recall()
			t.closeAll()
			t.emit(Record{}, fmt.Errorf("reading %s: %w", t.file, err))
			return
		case t.pass(line):
		default:
			t.line(string(bytes.TrimRight(bytes.TrimSuffix(line, []byte("\n")), "\r")))
		}
	}
}

// closeAll yields all that waits for a line that will not come.
func (t *text) closeAll() {
	t.closeHeading()
	t.closeFragments()
	t.closeBlock()
	t.release()
}

// line takes one line. Blanks around it matter only if they are cells.
func (t *text) line(raw string) {
	s := strings.TrimSpace(raw)
	if t.heading != nil && t.beginTable(s) {
		return
	}
	if t.fragment.end(s) {
		t.closeFragments()
	}
	switch {
	case s == "":
		if row, ok := delimitedRow(raw, t.block.size); ok && t.block.rows > 0 {
			t.add(row)
			return
		}
		t.gap()
	case t.table != nil:
		t.give(t.table.record(t.table.line(raw)))
	case s[0] == '#':
		t.remember(s)
	case isSection(s):
		t.closeBlock()
		t.section = strings.ToLower(s[1 : len(s)-1])
	case t.section != "" && t.section != "puzzle":
	case t.block.rows > 0:
		t.within(raw)
	default:
		t.outside(raw)
	}
}

// outside takes a line while no block is open.
func (t *text) outside(raw string) {
	s := strings.TrimSpace(raw)
	if hasBlankCells(raw) {
		s = raw
	}
	if r, err, ok := t.single(s); ok {
		t.give(r, err)
		return
	}
	p, err := sudoku.ParsePuzzle(s)
	switch {
	case err == nil:
		t.give(newLineRecord(p), nil)
	case isArt(s):
	case t.startTable(raw):
	default:
		row, ok := parseRow(raw, 0)
		if !ok {
			t.unread(s, err)
			return
		}
		t.block = newBlock(len(row.cells), t.lines.number)
		t.add(row)
	}
}

// unread takes a line that is neither a puzzle nor a row by itself.
func (t *text) unread(s string, err error) {
	switch {
	case isListing(s):
		t.release()
		t.stopped = true
		t.yield(Record{}, fmt.Errorf("reading %s: it is a table for people; csv, tsv and jsonl can be read", t.file))
	case t.mergeMap(s):
	case t.embedded(s):
	case t.startHeading(s, err):
	case isFragment(s):
		t.fragment.add(s, t.lines.number, badAt(t.file, t.lines.number, 1, err))
	default:
		t.bad(1, err)
	}
}

// isListing recognises the headings of the program's own tables.
func isListing(s string) bool {
	names := strings.Fields(s)
	return len(names) > 2 && (names[0] == "NAME" || names[0] == "ID") && names[1] == "PUZZLE"
}

// hasBlankCells reports whether a line has blanks for the empty cells of a whole puzzle, some of them at its
// begin or its end.
func hasBlankCells(raw string) bool {
	if len(raw) < 16 || strings.IndexByte(raw, ' ') < 0 || strings.Trim(raw, "123456789 ") != "" {
		return false
	}
	p, err := sudoku.ParsePuzzle(raw)
	return err == nil && len(p.Givens()) == len(raw)
}

// within takes a line while a block is open: a row of it, good or bad, unless it is plainly the
// beginning of something else.
func (t *text) within(raw string) {
	s := strings.TrimSpace(raw)
	if isMarkdownRule(s) && t.block.isBlankRow() {
		t.block = block{} // it was the empty header of a Markdown table
		return
	}
	if row, ok := parseRow(raw, t.block.size); ok {
		t.add(row)
		return
	}
	if isArt(s) {
		if t.block.isLabels() {
			t.block, t.stopped = block{}, true
			t.yield(Record{},
				fmt.Errorf("reading %s: it is an explanation, whose pictures have coordinates; use the puzzle itself", t.file))
		}
		return
	}
	_, _, single := t.single(s)
	if _, err := sudoku.ParsePuzzle(s); err == nil || single {
		t.closeBlock()
		t.outside(raw)
		return
	}
	t.block.fail(badAt(t.file, t.lines.number, 0, fmt.Errorf("%q is not a row of %d cells", shorten(s),
		t.block.size)))
	t.add(row{cells: slices.Repeat([]string{"."}, t.block.size)})
}

// single reads the records that stand on one line and are no short notation; ok is false if s is none.
func (t *text) single(s string) (r Record, err error, ok bool) {
	if r, err, ok := foreignLine(s); ok {
		return r, err, true
	}
	switch {
	case isBank(s):
		r, err = parseBank(s)
	case isJSON(s):
		r, err = parseJSON(s)
	case isHoDoKu(s):
		r, err = parseHoDoKu(s)
	case cellsInLink(s) >= 0:
		r, err = parseLink(s, cellsInLink(s))
	case isPadLink(s):
		r, err = parsePadLink(s)
	case isShortLink(s):
		err = errShortLink
	default:
		return r, nil, false
	}
	return r, err, true
}

func newLineRecord(p *sudoku.Puzzle) Record {
	r := Record{Puzzle: p, Format: "line"}
	r.claimComment()
	return r
}

// give yields a record of the current line, or what was wrong with it.
func (t *text) give(r Record, err error) {
	if err != nil && !errors.As(err, new(*IncompleteError)) {
		t.bad(1, err)
		return
	}
	var place [64]byte
	r.Puzzle.Name = string(strconv.AppendInt(append(append(place[:0], t.file...), ':'), int64(t.lines.number), 10))
	if err != nil {
		t.emit(r, t.at(1, err))
		return
	}
	t.header = nil
	t.offer(r)
}

// bad yields an error of the current line; a column within err counts from column on.
func (t *text) bad(column int, err error) { t.emit(Record{}, t.at(column, err)) }

// at gives an error the place of the current line.
func (t *text) at(column int, err error) error {
	var inner *sudoku.ParseError
	if !errors.As(err, &inner) {
		column = 0
	}
	return badAt(t.file, t.lines.number, column, err)
}

// emit yields a record or an error, behind the record that is held back.
func (t *text) emit(r Record, err error) {
	t.release()
	if !t.stopped {
		t.stopped = !t.yield(r, err)
	}
}

// shorten cuts a text for a message.
func shorten(s string) string {
	if r := []rune(s[:min(len(s), 400)]); len(r) > 40 {
		return string(r[:40]) + "…"
	}
	return s
}
