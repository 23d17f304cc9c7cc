package formats

import (
	"strings"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// heading is a line that is no puzzle but may name the columns of a table: the line below it decides.
type heading struct {
	separator byte
	names     []cell
	err       error // what is wrong with the line if it is no header
}

// separators of tables.
const separators = ",\t;"

// startHeading keeps a line of several values that may be the header of a table.
func (t *text) startHeading(s string, err error) bool {
	for _, separator := range []byte(separators) {
		names, splitErr := splitRecord(s, separator)
		if splitErr == nil && len(names) > 1 && len(names) <= maxColumns {
			t.heading = &heading{separator, names, badAt(t.file, t.lines.Number(), 1, err)}
			return true
		}
	}
	return false
}

// beginTable takes the line below what may be a header. If one of its values is a puzzle, that column is the puzzles'.
func (t *text) beginTable(s string) bool {
	h := t.heading
	if at, ok := puzzleAmong(s, h.separator); ok && strings.Count(s, string(h.separator)) == len(h.names)-1 {
		t.heading = nil
		t.table = newTable(h.names, h.separator, at)
		t.give(t.table.record(s))
		return true
	}
	t.closeHeading()
	return false
}

// closeHeading yields what is wrong with a line that was no header.
func (t *text) closeHeading() {
	if h := t.heading; h != nil {
		t.heading = nil
		t.emit(Record{}, h.err)
	}
}

// embedded reads a line of several values one of which is a puzzle; the others are its comment.
func (t *text) embedded(s string) bool {
	for _, separator := range []byte(separators) {
		at, ok := puzzleAmong(s, separator)
		if !ok {
			continue
		}
		values, _ := splitRecord(s, separator) // puzzleAmong did so
		p, _ := sudoku.ParsePuzzle(values[at].text)
		var others []string
		for i, v := range values {
			if text := strings.TrimSpace(v.text); i != at && text != "" {
				others = append(others, text)
			}
		}
		p.Comment = strings.Join(others, string(separator)+" ")
		t.give(Record{Puzzle: p, Format: "csv"}, nil)
		return true
	}
	return false
}

// puzzleAmong returns which value of a line is a puzzle: the first that has an empty cell.
func puzzleAmong(s string, separator byte) (at int, ok bool) {
	values, err := splitRecord(s, separator)
	if err != nil || len(values) < 2 || len(values) > maxColumns {
		return 0, false
	}
	for i, v := range values {
		if len(v.text) < 16 {
			continue
		}
		if p, err := sudoku.ParsePuzzle(v.text); err == nil && p.Comment == "" && p.Givens().Filled() < len(p.Givens()) {
			return i, true
		}
	}
	return 0, false
}
