package formats

import (
	"fmt"
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
			t.heading = &heading{separator, names, badAt(t.file, t.lines.number, 1, err)}
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

// fragments are lines in a row that are too short for a puzzle and have equally many symbols: somebody's grid that is
// not understood. It is one mistake, not nine.
type fragments struct {
	first, lines int // number of the first line, and how many lines
	symbols      int // of each
	errs         []error
}

// maxFragments is how many lines of their own are an error each.
const maxFragments = 2

// isFragment reports whether a line may be a row of a grid by its length.
func isFragment(s string) bool {
	n := countSymbols(s)
	return n >= 4 && n <= sudoku.MaxSize
}

// countSymbols counts what is neither blank nor bar.
func countSymbols(s string) (n int) {
	for _, c := range s {
		if c != ' ' && c != '\t' && !strings.ContainsRune(bars, c) {
			n++
		}
	}
	return n
}

func (f *fragments) add(s string, line int, err error) {
	if f.lines == 0 {
		*f = fragments{first: line, symbols: countSymbols(s)}
	}
	if f.lines++; len(f.errs) < maxFragments {
		f.errs = append(f.errs, err)
	}
}

// end reports whether a line ends the lines so far: it is neither like them nor a gap or a rule between them.
func (f *fragments) end(s string) bool {
	return f.lines > 0 && s != "" && !isArt(s) && countSymbols(s) != f.symbols
}

// closeFragments yields what was wrong with the lines so far.
func (t *text) closeFragments() {
	f := t.fragment
	t.fragment = fragments{}
	if f.lines > maxFragments {
		t.emit(Record{}, badAt(t.file, f.first, 0,
			fmt.Errorf("not a grid: %d lines of %d symbols, expected rows of 4, 6, 8, 9, 10, 12, 16 or 25 cells", f.lines, f.symbols)))
		return
	}
	for _, err := range f.errs {
		t.emit(Record{}, err)
	}
}
