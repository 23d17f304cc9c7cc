package formats

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sudokuctl/sudokuctl/core/formats/internal/draft"
	"github.com/sudokuctl/sudokuctl/core/formats/internal/iss"
	"github.com/sudokuctl/sudokuctl/core/formats/internal/layout"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

const digits = "0123456789"

// text is the walk over a file of lines. A line is a record of its own, or a row of the block that is being
// collected, or says what section or table follows.
type text struct {
	lines *lineReader
	file  string
	yield func(Record, error) bool

	table   *table  // set once a header was read
	block   block   // lines that wait for others
	header  []Field // #A … #U lines in front of a block
	section string  // "puzzle", another one, or "" outside sections
	small   bool    // the block goes on with lines that are 4×4 puzzles each
	title   title   // a heading that the next puzzle takes
	held    Record  // read, but the next may be its map of regions; without a puzzle if there is none
	stopped bool    // yield asked to stop
}

// walk reads lines until the end, and makes records of them.
func (t *text) walk() {
	for !t.stopped {
		if t.lines.buffered() == 0 {
			t.answer()
		}
		line, err := t.lines.next()
		switch {
		case err == io.EOF:
			t.closeAll()
			return
		case errors.Is(err, errLineTooLong):
			t.decide(true)
			t.bad(0, err)
		case err != nil:
			t.closeAll()
			t.emit(Record{}, fmt.Errorf("reading %s: %w", t.file, err))
			return
		case t.table == nil && t.section == "" && isBare(line): // most lines of the largest files
			t.decide(true)
			p, err := sudoku.ParsePuzzle(string(line[:bareCells]))
			t.give(newLineRecord(p), err)
		default:
			t.line(string(bytes.TrimRight(bytes.TrimSuffix(line, []byte("\n")), "\r")))
		}
	}
}

// answer yields what is complete, because the writer of the lines may be waiting for it. Lines that can be rows of a
// larger grid wait all the same.
func (t *text) answer() {
	if n := len(t.block.lines); n > 3 && !t.block.iss {
		if l := layout.Of(t.block.lines); l.Whole() && len(l.Items) == n {
			t.decide(true)
		}
	}
	if len(t.block.lines) == 0 {
		t.release()
	}
}

// closeAll yields all that waits for a line that will not come.
func (t *text) closeAll() {
	t.decide(true)
	t.closeTitle()
	t.release()
}

// line takes one line. Blanks around it matter only if they are cells.
func (t *text) line(raw string) {
	s := strings.TrimSpace(raw)
	switch {
	case s == "" && (t.table != nil || len(t.block.lines) == 0):
	case s == "":
		if row, ok := layout.DelimitedRow(raw, 0); ok && row.Cells != nil {
			t.hold(raw)
			return
		}
		t.gap()
	case t.table != nil:
		t.give(t.table.record(t.table.line(raw)))
	case s[0] == '#':
		t.remember(s)
	case s[0] == '%' || strings.HasPrefix(s, "//") || strings.HasPrefix(s, "[9 rows x "):
	case isSection(s):
		t.decide(true)
		t.section = strings.ToLower(s[1 : len(s)-1])
	case t.section != "" && t.section != "puzzle":
	case strings.HasPrefix(s, `\begin{`), strings.HasPrefix(s, `\end{`):
		t.decide(true)
	case strings.HasPrefix(s, "|") && strings.HasSuffix(s, "|."): // a row of the LaTeX package sudoku
		t.hold(s[:len(s)-1])
	default:
		t.content(raw, s)
	}
}

// content takes a line that says something: a record, the header of a table, or a line of a block.
func (t *text) content(raw, s string) {
	if hasBlankCells(raw) {
		s = raw
	}
	if s[0] == '.' && (iss.Is(s) || iss.IsGroup(s)) && t.holdISS(s) {
		return
	}
	if t.block.iss {
		t.decide(true)
	}
	if objects := objectsIn(s); objects != nil {
		t.decide(true)
		for _, object := range objects {
			t.give(parseJSON(object))
		}
		return
	}
	if r, err, ok := t.single(s); ok {
		t.decide(true)
		t.give(r, err)
		return
	}
	p, err := sudoku.ParsePuzzle(s)
	if plain, ok := plainDigits(s); err != nil && ok {
		raw, s = plain, strings.TrimSpace(plain)
		p, err = sudoku.ParsePuzzle(s)
	}
	switch {
	case err == nil && p.Comment == "" && len(p.Givens()) == 16 && layout.CountSymbols(s) == 16:
		t.hold(raw)
	case err == nil:
		t.decide(true)
		t.give(newLineRecord(p), nil)
	case layout.IsArt(s) && len(t.block.lines) == 0 && !layout.IsEmptyRow(s, layout.CountSymbols(s)):
	case t.startTable(raw):
	case isListing(s):
		t.decide(true)
		t.release()
		t.stopped = true
		t.yield(Record{}, fmt.Errorf("reading %s: it is a table for people; csv, tsv and jsonl can be read", t.file))
	case len(t.block.lines) > 0 && isStep(s):
		t.release()
		t.block, t.stopped = block{}, true
		t.yield(Record{},
			fmt.Errorf("reading %s: it is an explanation, whose pictures have coordinates; use the puzzle itself", t.file))
	case t.mergeMap(s):
	case t.embedded(s):
	case isTitle(s):
		t.decide(true)
		t.closeTitle()
		t.title = title{t.lines.number, s}
	default:
		t.hold(raw)
	}
}

// title is a line such as "Grid 01", which is no puzzle but the heading of one.
type title struct {
	number int // of the line, 0 if there is none
	text   string
}

// isTitle reports whether a line is words and a number.
func isTitle(s string) bool {
	rest := strings.TrimRight(strings.TrimRight(s, " :.)-="), digits)
	letters := 0
	for _, c := range strings.TrimLeft(rest, "=-*( ") {
		switch {
		case unicode.IsLetter(c):
			letters++
		case !strings.ContainsRune(" .:,'#-_/&", c):
			return false
		}
	}
	return letters > 1 && len(s) < 80 && len(rest) < len(strings.TrimRight(s, " :.)-=")) &&
		strings.ContainsAny(rest, " .:#-_")
}

// titled gives a puzzle the heading before it.
func (t *text) titled(p *sudoku.Puzzle) {
	if t.title.number > 0 && p.Comment == "" {
		p.Comment, t.title = oneLine(t.title.text), title{}
	}
}

// closeTitle yields what is wrong with a heading that no puzzle follows.
func (t *text) closeTitle() {
	if h := t.title; h.number > 0 {
		t.title = title{}
		t.unread(h.number, h.text)
	}
}

// unread yields what is wrong with a line that is no puzzle and no row.
func (t *text) unread(number int, raw string) {
	s := strings.TrimSpace(raw)
	_, err := sudoku.ParsePuzzle(s)
	if err == nil {
		err = errors.New("a 4×4 puzzle among rows of another grid")
	}
	if advice := linkAdvice(s); advice != nil {
		err = advice
	}
	t.emit(Record{}, t.at(number, 1, err))
}

// plainDigits replaces the digits of other scripts in a line that has no letters; ok is false if it has none.
func plainDigits(s string) (plain string, ok bool) {
	other := false
	if len(s) == utf8.RuneCountInString(s) {
		return "", false
	}
	for _, c := range s {
		if unicode.IsLetter(c) {
			return "", false
		}
		other = other || c > 127 && unicode.IsDigit(c)
	}
	return strings.Map(func(c rune) rune {
		if c > 127 && unicode.IsDigit(c) {
			for zero := c; ; zero-- {
				if !unicode.IsDigit(zero-1) || c-zero == 9 {
					return '0' + (c-zero)%10
				}
			}
		}
		if c == '　' || c == '\u00a0' {
			return ' '
		}
		return c
	}, s), other
}

// isListing recognises the headings of the program's own tables.
func isListing(s string) bool {
	names := strings.Fields(s)
	return len(names) > 2 && (names[0] == "NAME" || names[0] == "ID") && names[1] == "PUZZLE"
}

// isStep recognises the steps of the program's own explanations, "1. last cell (1.0): …".
func isStep(s string) bool {
	number, rest, ok := strings.Cut(s, ". ")
	_, _, rated := strings.Cut(rest, "): ")
	return ok && rated && number != "" && strings.Trim(number, digits) == ""
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

// single reads the records that stand on one line and are no short notation; ok is false if s is none.
func (t *text) single(s string) (r Record, err error, ok bool) {
	for _, f := range lineFormats {
		if f.is(s) {
			r, err = f.read(s)
			return r, err, true
		}
	}
	if isLink(s) {
		return readLink(s)
	}
	return r, nil, false
}

// newLineRecord returns the record of a puzzle on a line.
func newLineRecord(p *sudoku.Puzzle) Record {
	r := Record{Puzzle: p, Format: "line"}
	r.claimComment()
	return r
}

// give yields a record of the current line, or what was wrong with it.
func (t *text) give(r Record, err error) {
	if err != nil {
		err = t.at(t.lines.number, 1, err)
	}
	t.giveAt(t.lines.number, r, err)
}

// giveAt yields a record that begins on a line, or an error that has its place.
func (t *text) giveAt(number int, r Record, err error) {
	if err != nil && !errors.As(err, new(*IncompleteError)) {
		t.emit(Record{}, err)
		return
	}
	r.Puzzle.Name = t.place(number)
	if err != nil {
		t.emit(r, err)
		return
	}
	t.header = nil
	t.titled(r.Puzzle)
	t.offer(r)
}

// place names a line, file:line.
func (t *text) place(number int) string {
	var place [64]byte
	return string(strconv.AppendInt(append(append(place[:0], t.file...), ':'), int64(number), 10))
}

// bad yields an error of the current line; a column within err counts from column on.
func (t *text) bad(column int, err error) { t.emit(Record{}, t.at(t.lines.number, column, err)) }

// at gives an error the place of a line.
func (t *text) at(number, column int, err error) error {
	var inner *sudoku.ParseError
	if !errors.As(err, &inner) {
		column = 0
	}
	return badAt(t.file, number, column, err)
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

// offer yields a record, or holds it back if the next one may be the map of its regions: forums write a jigsaw as two
// blocks of equal length.
func (t *text) offer(r Record) {
	if t.held.Puzzle != nil && bytes.IndexByte(r.Puzzle.Givens(), 0) < 0 && t.mergeMap(r.Puzzle.CellText()) {
		return
	}
	t.release()
	if t.stopped {
		return
	}
	if p := r.Puzzle; p.Plain() && len(p.Geometry().String()) == 1 { // a plain 4×4, 6×6, 8×8 or 9×9
		t.held = r
		return
	}
	t.stopped = !t.yield(r, nil)
}

// release yields the record that is held back.
func (t *text) release() {
	if r := t.held; r.Puzzle != nil && !t.stopped {
		t.held = Record{}
		t.stopped = !t.yield(r, nil)
	}
}

// mergeMap yields the puzzle that is held back as a jigsaw if labels are the map of its regions.
func (t *text) mergeMap(labels string) bool {
	if t.held.Puzzle == nil {
		return false
	}
	r := t.held
	p, ok := withMap(r.Puzzle, labels)
	if !ok {
		return false
	}
	r.Puzzle, t.held = p, Record{}
	t.stopped = !t.yield(r, nil)
	return true
}

// withMap returns the puzzle with the regions that labels map: one label a cell, the cells of each label connected. A
// grid is never such a map, because equal digits of a grid do not touch.
func withMap(p *sudoku.Puzzle, labels string) (*sudoku.Puzzle, bool) {
	n := p.Geometry().N()
	if len(labels) != n*n || len(p.Givens()) != n*n || strings.ContainsAny(labels, " .:") || !areConnected(labels, n) {
		return nil, false
	}
	jigsaw, err := sudoku.ParsePuzzle(p.CellText() + ":" + labels)
	if err != nil || jigsaw.Geometry() == p.Geometry() {
		return nil, false
	}
	jigsaw.Name, jigsaw.Comment = p.Name, p.Comment
	return jigsaw, true
}

// areConnected reports whether n×n labels are n different ones of n cells each, and the cells of each touch.
func areConnected(labels string, n int) bool {
	known := ""
	for cell := range len(labels) {
		label := labels[cell : cell+1]
		if strings.Contains(known, label) {
			continue
		}
		known += label
		if reached := draft.Spread(n, cell, func(a, b int) bool { return labels[a] == labels[b] }); len(reached) != n ||
			strings.Count(labels, label) != n {
			return false
		}
	}
	return len(known) == n
}
