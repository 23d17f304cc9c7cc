package formats

import (
	"bufio"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/formats/internal/layout"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Names that columns go by.
var (
	puzzleColumns = []string{"puzzle", "puzzles", "quiz", "quizzes", "question", "sudoku", "board", "givens", "grid",
		"problem", "start", "unsolved", "input", "cells"}
	solutionColumns = []string{"solution", "solutions", "answer", "answers"}
)

// table is a CSV file after its header.
type table struct {
	separator byte
	columns   []string
	puzzle    int // columns of the puzzle and of the solution, -1 if there is none
	solution  int
	origins   bool // it is from a library: columns say where a puzzle was first, its name and level
}

// line is a line of the table without the blanks around it. A tab there ends a cell that is empty.
func (t *table) line(raw string) string {
	if t.separator == '\t' {
		return strings.Trim(raw, " ")
	}
	return strings.TrimSpace(raw)
}

// startTable takes a line as the header of a table if one of its columns is known to hold puzzles.
func (t *text) startTable(raw string) bool {
	for _, separator := range []byte(layout.Separators) {
		header := table{separator: separator}
		names, err := layout.Split(header.line(raw), separator)
		if err != nil || len(names) > maxColumns {
			continue
		}
		if next := newTable(names, separator, -1); next.puzzle >= 0 {
			t.decide(true)
			t.table = next
			return true
		}
	}
	return false
}

// embedded reads a line of several values one of which is a puzzle. If the line above has as many values, which name
// columns, it is the header of a table; else the other values are the puzzle's comment.
func (t *text) embedded(s string) bool {
	for _, separator := range []byte(layout.Separators) {
		values, at := puzzleAmong(s, separator)
		if at < 0 {
			continue
		}
		if names := t.headerAbove(separator); len(names) == len(values) {
			t.block.lines = t.block.lines[:len(t.block.lines)-1]
			t.decide(true)
			t.table = newTable(names, separator, at)
			t.give(t.table.record(s))
			return true
		}
		t.decide(true)
		p, _ := sudoku.ParsePuzzle(values[at].Text)
		var others []string
		for i, v := range values {
			if text := strings.TrimSpace(v.Text); i != at && text != "" {
				others = append(others, text)
			}
		}
		p.Comment = strings.Join(others, string(separator)+" ")
		t.give(Record{Puzzle: p, Format: "csv"}, nil)
		return true
	}
	return false
}

// headerAbove returns the values of the line above if it is no row.
func (t *text) headerAbove(separator byte) []layout.Value {
	lines := t.block.lines
	if len(lines) == 0 {
		return nil
	}
	above := lines[len(lines)-1]
	if _, ok := layout.ParseRow(above.Raw, 0); ok || above.Number != t.lines.number-1 {
		return nil
	}
	names, err := layout.Split(above.Raw, separator)
	if err != nil || len(names) > maxColumns {
		return nil
	}
	return names
}

// puzzleAmong returns the values of a line and which of them is a puzzle: the first that has an empty cell, -1 for none.
func puzzleAmong(s string, separator byte) (values []layout.Value, at int) {
	values, err := layout.Split(s, separator)
	if err != nil || len(values) < 2 || len(values) > maxColumns {
		return nil, -1
	}
	return values, slices.IndexFunc(values, func(v layout.Value) bool {
		if len(v.Text) < 16 {
			return false
		}
		p, err := sudoku.ParsePuzzle(v.Text)
		return err == nil && p.Comment == "" && p.Givens().Filled() < len(p.Givens())
	})
}

// maxColumns is how many columns a table can have.
const maxColumns = 1000

// newTable returns a table with the columns that a header names. The puzzles are in the column given, or if that is
// -1 in the one that is named so.
func newTable(names []layout.Value, separator byte, puzzle int) *table {
	t := &table{separator: separator, puzzle: puzzle, solution: -1}
	for i, c := range names {
		t.columns = append(t.columns, strings.TrimSpace(c.Text))
		switch name := strings.ToLower(t.columns[i]); {
		case t.puzzle < 0 && slices.Contains(puzzleColumns, name):
			t.puzzle = i
		case t.solution < 0 && slices.Contains(solutionColumns, name):
			t.solution = i
		}
	}
	t.origins = slices.Contains(t.columns, "source") && slices.Contains(t.columns, "sha256")
	return t
}

// record reads one line of the table.
func (t *table) record(s string) (Record, error) {
	cells, err := layout.Split(s, t.separator)
	if err != nil {
		return Record{}, err
	}
	if len(cells) != len(t.columns) {
		return Record{}, fmt.Errorf("a record of %d instead of %d values", len(cells), len(t.columns))
	}
	p, err := sudoku.ParsePuzzle(cells[t.puzzle].Text)
	if err != nil {
		return Record{}, badAt("", 0, cells[t.puzzle].Column, err)
	}
	r := Record{Puzzle: p, Format: "csv"}
	if t.solution >= 0 {
		if err := r.claim(cells[t.solution].Text); err != nil {
			return Record{}, badAt("", 0, cells[t.solution].Column, err)
		}
	}
	for i, c := range cells {
		if i != t.puzzle && i != t.solution && c.Text != "" && !(t.origins && r.takeOwn(t.columns[i], textOf(c.Text))) {
			r.take(t.columns[i], textOf(c.Text))
		}
	}
	return r, nil
}

// takeOwn takes what a library's table says besides: where the puzzle was first, and its name. Its level and its entry
// are left out, because the library that reads them has its own. It returns false for other columns.
func (r *Record) takeOwn(column, value string) bool {
	if column == "name" {
		r.Name = value
	}
	return column == "name" || column == "level" || slices.Contains(entryColumns, column) || r.Origin.take(column, value)
}

// take adds a value of a column that is neither puzzle nor solution.
func (r *Record) take(column, value string) {
	switch column {
	case "comment":
		r.Puzzle.Comment = value
	case "tags":
		r.Tags = strings.Split(value, ";")
	case "fields":
		r.Fields = append(r.Fields, parseFields(value)...)
	default:
		r.Fields = append(r.Fields, Field{column, value})
	}
}

// csvWriter writes a table. Its columns are set, or the fields of the first record become columns. What a record of a
// file has besides goes into the column fields; of a record of a library it is left out.
type csvWriter struct {
	out     *bufio.Writer
	columns []string
	places  map[string]int // of columns
	cells   []string       // of a record, by column
	begun   bool
}

var fixedColumns = []string{"tags", "comment", "fields", "source", "sha256", "licence"}

// entryColumns are those of an Entry, and what follows from the puzzle itself.
var entryColumns = []string{"id", "uid", "geometry", "clues", "verdict", "duplicate_of"}

// LibraryColumns returns the columns of an exported library in their order, those of metrics in the middle.
func LibraryColumns(metrics []string) []string {
	return slices.Concat(entryColumns, metrics, []string{"level", "name"})
}

// A Columner is a Writer of tables whose columns can be set: else they are the fields of the first record.
type Columner interface {
	// SetColumns says which fields are columns, in their order. It comes before the first record.
	SetColumns(names []string)
}

// SetColumns writes the header: puzzle and solution, then names. A name that the format itself uses is skipped.
func (w *csvWriter) SetColumns(names []string) {
	w.begun, w.places = true, map[string]int{}
	for _, name := range names {
		if !w.reserved(name) {
			w.places[name] = len(w.columns)
			w.columns = append(w.columns, name)
		}
	}
	w.cells = make([]string, len(w.columns))
	w.out.WriteString("puzzle,solution")
	for _, name := range slices.Concat(w.columns, fixedColumns) {
		w.text(name)
	}
	w.out.WriteByte('\n')
}

// Write writes one line, and the header before the first.
func (w *csvWriter) Write(r Record) error {
	if !w.begun {
		w.SetColumns(r.columns())
	}
	clear(w.cells)
	var others []Field
	for _, f := range r.Fields {
		if !w.put(f.Name, f.Text) {
			others = append(others, f)
		}
	}
	for _, g := range r.Grades {
		text := strconv.FormatFloat(g.Value, 'g', -1, 64)
		if _, isColumn := w.places[g.Metric]; isColumn && !w.put(g.Metric, text) { // another grader has a value there
			others = append(others, Field{g.Metric, text})
		}
	}
	for _, f := range []Field{{"level", r.Level}, {"name", r.Name}} {
		if f.Text != "" && !w.put(f.Name, f.Text) && r.Entry == nil {
			others = append(others, f)
		}
	}
	p := r.Puzzle
	if e := r.Entry; e != nil {
		w.put("id", strconv.FormatInt(e.ID, 10))
		if _, is := w.places["uid"]; is {
			w.put("uid", UID(p.String()))
		}
		w.put("geometry", p.Geometry().String())
		w.put("clues", strconv.Itoa(p.Clues()))
		w.put("verdict", e.Verdict)
		if e.DuplicateOf != 0 {
			w.put("duplicate_of", strconv.FormatInt(e.DuplicateOf, 10))
		}
	}
	w.out.WriteString(quote(Cell(p.String())))
	if r.Solution == nil {
		w.out.WriteByte(',')
	} else {
		w.text(p.Geometry().FormatGrid(r.Solution))
	}
	for _, text := range append(w.cells[:len(w.columns):len(w.columns)], strings.Join(r.Tags, ";"), p.Comment,
		FieldsText(others), r.place(), r.Origin.SHA256, r.Origin.Licence) {
		w.text(text)
	}
	return w.out.WriteByte('\n')
}

// columns returns the names of fields, grades, level and name, as far as the record has them.
func (r *Record) columns() (names []string) {
	for _, f := range r.Fields {
		names = append(names, f.Name)
	}
	for _, g := range r.Grades {
		names = append(names, g.Metric)
	}
	for _, f := range []Field{{"level", r.Level}, {"name", r.Name}} {
		if f.Text != "" {
			names = append(names, f.Name)
		}
	}
	return names
}

// put puts a text into a column, unless there is none or it has a text.
func (w *csvWriter) put(column, text string) bool {
	place, ok := w.places[column]
	if ok = ok && w.cells[place] == ""; ok {
		w.cells[place] = text
	}
	return ok
}

// reserved reports whether a field cannot be a column of its own: the reader would take it for something else.
func (w *csvWriter) reserved(name string) bool {
	lower := strings.ToLower(name)
	return slices.Contains(w.columns, name) || slices.Contains(fixedColumns, lower) ||
		slices.Contains(puzzleColumns, lower) || slices.Contains(solutionColumns, lower)
}

// Close writes a header if there was no record.
func (w *csvWriter) Close() error {
	if !w.begun {
		w.SetColumns(nil)
	}
	return w.out.Flush()
}

// text writes a comma and a text.
func (w *csvWriter) text(s string) {
	w.out.WriteByte(',')
	w.out.WriteString(quote(Cell(s)))
}

// Cell returns a text of a stranger as a value of a table for spreadsheets, which take what begins with =, +, - or @
// for a formula: an apostrophe before it makes it a text. Numbers stay as they are. Read takes the apostrophe away.
func Cell(s string) string {
	if len(s) < 2 || !strings.ContainsRune("=+-@\t'", rune(s[0])) {
		return s
	}
	if _, err := strconv.ParseFloat(s, 64); err == nil || s[0] == '\'' && !strings.ContainsRune("=+-@\t'", rune(s[1])) {
		return s
	}
	return "'" + s
}

// textOf is the inverse of Cell.
func textOf(cell string) string {
	if rest, ok := strings.CutPrefix(cell, "'"); ok && Cell(rest) == cell {
		return rest
	}
	return cell
}

// quote puts a value in quotes if it needs them. Line ends become blanks: a record is one line.
func quote(s string) string {
	if strings.ContainsAny(s, "\r\n") {
		s = oneLine(s)
	}
	if strings.ContainsAny(s, `",`) {
		return `"` + strings.ReplaceAll(s, `"`, `""`) + `"`
	}
	return s
}
