package formats

import "github.com/sudokuctl/sudokuctl/core/sudoku"

// passed is a line of 81 cells whose record nobody wants. It is read after all if the next line is none of that kind,
// for that may be the map of its regions.
type passed struct {
	number int // of the line, 0 if none was passed over
	cells  [bareCells]byte
}

// bareCells is how many cells a line has that can be passed over.
const bareCells = 81

// pass passes over a line if it is a record that nobody wants, whatever comes before it.
func (t *text) pass(line []byte) bool {
	if t.some.wanted == nil || !isBare(line) || !t.betweenRecords() {
		t.recall()
		return false
	}
	number := t.some.next
	if t.held.Puzzle != nil || t.passed.number > 0 {
		number++
	}
	if t.some.wanted(number) {
		t.recall()
		return false
	}
	t.release()
	t.some.next = number
	last := t.lines.skip(line, func(next []byte) bool {
		if !isBare(next) || t.some.wanted(t.some.next+1) {
			return false
		}
		t.some.next++
		return true
	})
	t.passed.number = t.lines.number
	copy(t.passed.cells[:], last)
	return !t.stopped
}

// recall reads the line that was passed over last, as if it had not been.
func (t *text) recall() {
	if t.passed.number == 0 {
		return
	}
	here := t.lines.number
	t.lines.number, t.passed.number = t.passed.number, 0
	p, err := sudoku.ParsePuzzle(string(t.passed.cells[:]))
	t.give(newLineRecord(p), err)
	t.lines.number = here
}

// betweenRecords reports whether no line before this one waits for it, but perhaps a record for its map.
func (t *text) betweenRecords() bool {
	return t.table == nil && len(t.block.lines) == 0 && t.title.number == 0 && t.header == nil && t.section == ""
}

// isBare reports whether a line is 81 digits and dots, one of them an empty cell.
func isBare(line []byte) bool {
	switch n := len(line); {
	case n == bareCells+1 && line[bareCells] == '\n', n == bareCells:
	case n == bareCells+2 && line[bareCells] == '\r' && line[bareCells+1] == '\n':
	default:
		return false
	}
	kinds := byte(0)
	for _, c := range line[:bareCells] {
		kinds |= bareKinds[c]
	}
	return kinds == emptyCell || kinds == emptyCell|givenCell
}

const (
	givenCell = 1 << iota
	emptyCell
	noCell
)

// bareKinds says what each byte is. Without a branch for each byte, a line is passed over in a third of the time.
var bareKinds = func() (kinds [256]byte) {
	for c := range kinds {
		switch {
		case c == '.' || c == '0':
			kinds[c] = emptyCell
		case c > '0' && c <= '9':
			kinds[c] = givenCell
		default:
			kinds[c] = noCell
		}
	}
	return kinds
}()
