package formats

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// block is a puzzle of one row a line while its rows come in.
type block struct {
	size   int // rows and cells of a row
	rows   int // so far; 0 = no block is open
	line   int // of the first row
	cells  []string
	marked bool  // some cell holds pencil marks
	bands  int   // empty lines at a third, or whatever a band is, so far
	gap    bool  // the line before was empty
	band   int   // line of the first row behind the last empty line
	err    error // the first that was wrong with a row
	errRow int   // that row, from 0
}

func newBlock(size, line int) block { return block{size: size, line: line} }

// bandRows returns the rows between two lines of the picture for a size with boxes.
func (b *block) bandRows() int { return bandRows[b.size] }

var bandRows = map[int]int{4: 2, 6: 2, 8: 2, 9: 3, 10: 2, 12: 3, 16: 4, 25: 5}

// isBlankRow reports whether the block is a single row without a digit.
func (b *block) isBlankRow() bool {
	return b.rows == 1 && !slices.ContainsFunc(b.cells, func(c string) bool { return c != "." })
}

// isLabels reports whether the block is a single row that numbers the columns of a picture.
func (b *block) isLabels() bool {
	for i, c := range b.cells {
		if c != strconv.Itoa(i+1) {
			return false
		}
	}
	return b.rows == 1
}

func (b *block) fail(err error) {
	if b.err == nil {
		b.err, b.errRow = err, b.rows
	}
}

// add takes a row and yields the puzzle when it was the last.
func (t *text) add(r row) {
	b := &t.block
	if b.gap {
		b.band = t.lines.number
	} else if b.bands > 0 && b.rows == (b.bands+1)*b.bandRows() {
		t.restart()
	}
	b.rows++
	b.cells = append(b.cells, r.cells...)
	b.marked = b.marked || r.marked
	b.gap = false
	if b.rows == b.size {
		t.endBlock()
	}
}

// restart gives up a block that broke off at its last empty line: what followed is the begin of another.
func (t *text) restart() {
	old := t.block
	kept := old.cells[len(old.cells)-old.bandRows()*old.size:]
	t.block.rows = old.bands * old.bandRows()
	t.closeBlock()
	t.block = block{size: old.size, rows: old.bandRows(), line: old.band, cells: kept, marked: old.marked}
	if old.err != nil && old.errRow >= old.bands*old.bandRows() {
		t.block.err = old.err
	}
}

// gap takes an empty line. Within a block it may stand between bands, between all or none.
func (t *text) gap() {
	b := &t.block
	if b.rows == 0 || b.gap {
		return
	}
	b.gap = true
	b.bands++
	if b.rows != b.bands*b.bandRows() {
		t.closeBlock()
	}
}

// closeBlock ends a block that lacks rows.
func (t *text) closeBlock() {
	if t.block.rows == 0 {
		return
	}
	t.block.err = badAt(t.file, t.block.line, 0, fmt.Errorf("a grid of %d instead of %d rows", t.block.rows,
		t.block.size))
	t.endBlock()
}

// endBlock yields the puzzle of the block, or what was wrong with it.
func (t *text) endBlock() {
	b, header := t.block, t.header
	t.block, t.header = block{}, nil
	if b.err != nil {
		t.emit(Record{}, b.err)
		return
	}
	p, err := b.puzzle()
	if err != nil {
		t.emit(Record{}, badAt(t.file, b.line, 0, err))
		return
	}
	p.Name = fmt.Sprintf("%s:%d", t.file, b.line)
	t.offer(t.blockRecord(p, header, b.marked))
}

// puzzle makes the puzzle of all rows.
func (b *block) puzzle() (*sudoku.Puzzle, error) {
	p, err := sudoku.ParsePuzzle(joinCells(b.cells))
	if err != nil {
		return nil, err
	}
	return dropImplied(p)
}

// joinCells writes cells in short notation: with blanks between them if one of them is a number of two digits.
func joinCells(cells []string) string {
	separator := ""
	for _, c := range cells {
		if len(c) > 1 && c[0] != '{' {
			separator = " "
		}
	}
	return strings.Join(cells, separator)
}

// dropImplied returns a puzzle without soft clues that only repeat what the givens imply.
func dropImplied(p *sudoku.Puzzle) (*sudoku.Puzzle, error) {
	bare, err := p.With(sudoku.Soft())
	if err != nil {
		return nil, err
	}
	candidates := bare.Candidates()
	var soft []sudoku.SoftClue
	for _, s := range p.Soft() {
		if candidates[s.Cell]&^s.Allowed != 0 {
			soft = append(soft, s)
		}
	}
	return p.With(sudoku.Soft(soft...))
}

func (t *text) blockRecord(p *sudoku.Puzzle, header []Field, marked bool) Record {
	r := Record{Puzzle: p, Format: "grid"}
	switch {
	case marked:
		r.Format = "candidates"
	case t.section != "" || header != nil:
		r.Format = "sdk"
	}
	for _, f := range header {
		if f.Name == "comment" {
			p.Comment = strings.TrimSpace(p.Comment + " " + f.Text)
			continue
		}
		r.Fields = append(r.Fields, f)
	}
	return r
}

// sudoCue names the lines in front of a SudoCue puzzle, #A author … #U address.
var sudoCue = map[byte]string{'A': "author", 'D': "description", 'C': "comment", 'B': "date", 'S': "source",
	'L': "level", 'U': "url"}

// sudoCueKey returns the letter of a name, 0 if it has none.
func sudoCueKey(name string) byte {
	for key, n := range sudoCue {
		if n == name {
			return key
		}
	}
	return 0
}

// remember keeps a line that begins with # if it is one of SudoCue's; others are comments of the file.
func (t *text) remember(s string) {
	if len(s) < 3 || t.block.rows > 0 {
		return
	}
	if name, ok := sudoCue[s[1]]; ok && len(t.header) < 2*len(sudoCue) {
		t.header = append(t.header, Field{name, strings.TrimSpace(s[2:])})
	}
}

// isSection reports whether s is [Puzzle] or the head of another section of a SadMan file.
func isSection(s string) bool {
	if len(s) < 3 || s[0] != '[' || s[len(s)-1] != ']' {
		return false
	}
	for _, c := range s[1 : len(s)-1] {
		if (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') {
			return false
		}
	}
	return true
}
