package formats

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// text is the walk over a file of lines. A line is a record of its own, or a row of the block that is being
// collected, or says what section or table follows.
type text struct {
	lines *sudoku.Lines
	file  string
	yield func(Record, error) bool

	table   *table  // set once a header was read
	block   block   // rows collected so far
	header  []Field // #A … #U lines in front of a block
	section string  // "puzzle", another one, or "" outside sections
	stopped bool    // yield asked to stop
}

func (t *text) walk() {
	for !t.stopped {
		line, err := t.lines.Next()
		switch {
		case err == io.EOF:
			t.closeBlock()
			return
		case errors.Is(err, sudoku.ErrLineTooLong):
			t.bad(0, err)
		case err != nil:
			t.yield(Record{}, fmt.Errorf("reading %s: %w", t.file, err))
			return
		default:
			t.line(string(bytes.TrimSpace(line)))
		}
	}
}

// line takes one line without leading and trailing blanks.
func (t *text) line(s string) {
	switch {
	case s == "":
		t.gap()
	case t.table != nil:
		t.give(t.table.record(s))
	case s[0] == '#':
		t.remember(s)
	case isSection(s):
		t.closeBlock()
		t.section = strings.ToLower(s[1 : len(s)-1])
	case t.section != "" && t.section != "puzzle":
	case t.block.rows > 0:
		t.within(s)
	default:
		t.outside(s)
	}
}

// outside takes a line where no block is open.
func (t *text) outside(s string) {
	if r, err, ok := t.single(s); ok {
		t.give(r, err)
		return
	}
	p, err := sudoku.ParsePuzzle(s)
	switch {
	case err == nil:
		t.give(newLineRecord(p), nil)
	case isArt(s):
	case t.startTable(s):
	default:
		row, ok := parseRow(s, 0)
		if !ok {
			t.bad(1, err)
			return
		}
		t.block = newBlock(len(row.cells), t.lines.Number())
		t.add(row)
	}
}

// within takes a line where a block is open: a row of it, good or bad, unless it is plainly the begin of
// something else.
func (t *text) within(s string) {
	if row, ok := parseRow(s, t.block.size); ok {
		t.add(row)
		return
	}
	if isArt(s) {
		return
	}
	_, _, single := t.single(s)
	if _, err := sudoku.ParsePuzzle(s); err == nil || single {
		t.closeBlock()
		t.outside(s)
		return
	}
	t.block.fail(badAt(t.file, t.lines.Number(), 0, fmt.Errorf("%q is not a row of %d cells", shorten(s),
		t.block.size)))
	t.add(row{cells: slices.Repeat([]string{"."}, t.block.size)})
}

// single reads the records that stand on one line and are no short notation; ok is false where s is none.
func (t *text) single(s string) (r Record, err error, ok bool) {
	switch {
	case isBank(s):
		r, err = parseBank(s)
	case isJSON(s):
		r, err = parseJSON(s)
	case isHoDoKu(s):
		r, err = parseHoDoKu(s)
	case strings.Contains(s, linkKey):
		r, err = parseLink(s)
	case isFLink(s):
		r, err = parseFPuzzle(s)
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
	if err != nil {
		t.bad(1, err)
		return
	}
	r.Puzzle.Name = fmt.Sprintf("%s:%d", t.file, t.lines.Number())
	t.header = nil
	t.stopped = !t.yield(r, nil)
}

// bad yields an error of the current line; a column within err counts from column on.
func (t *text) bad(column int, err error) {
	var inner *sudoku.ParseError
	if !errors.As(err, &inner) {
		column = 0
	}
	t.stopped = !t.yield(Record{}, badAt(t.file, t.lines.Number(), column, err))
}

// shorten cuts a text for a message.
func shorten(s string) string {
	if r := []rune(s[:min(len(s), 400)]); len(r) > 40 {
		return string(r[:40]) + "…"
	}
	return s
}
