package formats

import (
	"fmt"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

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
