package sudoku

import (
	"fmt"
	"math"
	"strings"
	"unicode/utf8"

	"github.com/sudokuctl/sudokuctl/core/sudoku/alphabet"
	"github.com/sudokuctl/sudokuctl/core/sudoku/constraint"
)

// ParseError says where a text stopped being a puzzle. Column counts characters from 1, 0 if no place is to blame.
type ParseError struct {
	File   string // "" for a puzzle that did not come from a file
	Line   int    // from 1, 0 without a file
	Column int
	Err    error
}

// Error returns the place, file:line:column, and the mistake.
func (e *ParseError) Error() string {
	where := e.File
	if e.Line > 0 {
		where = fmt.Sprintf("%s:%d", e.File, e.Line)
	}
	switch {
	case where == "" && e.Column > 0:
		return fmt.Sprintf("column %d: %v", e.Column, e.Err)
	case e.Column > 0:
		return fmt.Sprintf("%s:%d: %v", where, e.Column, e.Err)
	case where == "":
		return e.Err.Error()
	}
	return where + ": " + e.Err.Error()
}

// Unwrap lets callers find the cause, such as a constraint.SyntaxError.
func (e *ParseError) Unwrap() error { return e.Err }

// ParsePuzzle reads one puzzle in short notation, [head:]cells[:map]{~constraint}, followed by nothing or by a blank,
// comma, semicolon or # and a comment. Errors are *ParseError with the column. Givens that clash are not an
// error here; see CheckGivens.
func ParsePuzzle(line string) (*Puzzle, error) {
	untrimmed := strings.TrimRight(strings.TrimPrefix(line, "\ufeff"), "\r\n")
	line = strings.TrimRight(untrimmed, " \t")
	if p := parseClassic(line); p != nil {
		return p, nil
	}
	if dotted, ok := dotBlanks(untrimmed); ok {
		line = dotted
	}
	s := scanner{text: line}
	p, err := s.puzzle()
	if err != nil {
		return nil, &ParseError{Column: utf8.RuneCountInString(line[:min(s.errorAt, len(line))]) + 1, Err: err}
	}
	return p, nil
}

// parseClassic is the fast path for the common case, 81 characters 1-9, 0 or '.', and a comment; nil for all else.
func parseClassic(line string) *Puzzle {
	if len(line) < 81 || len(line) > 81 && !endsCells(line[81]) {
		return nil
	}
	givens, ok := classicCells(line[:81])
	if !ok {
		return nil
	}
	rest := comment(line[81:])
	if strings.HasPrefix(rest, "~") && constraint.Begins(rest) {
		return nil
	}
	return &Puzzle{geometry: Classic(), givens: givens, Comment: rest}
}

// classicCells reads 81 characters.
func classicCells(text string) (Grid, bool) {
	cells := make(Grid, 81)
	text = text[:81]
	var all uint8
	for i := range cells {
		v := classicCell[text[i]]
		cells[i] = v
		all |= v
	}
	return cells, all != noCell
}

// classicCell is what classicCells makes of a character, noCell if it is none of its.
var classicCell = func() (cells [256]uint8) {
	for c := range cells {
		switch {
		case c >= '0' && c <= '9':
			cells[c] = uint8(c - '0')
		case c != '.':
			cells[c] = noCell
		}
	}
	return cells
}()

const noCell = 0xff // no digits joined by or come to it

// dotBlanks writes a dot for each blank of a line in which blanks are the empty cells: exactly as many digits and
// blanks as a puzzle has cells, and blanks that do not merely separate the digits.
func dotBlanks(line string) (string, bool) {
	if sizeText(len(line)) == "" || !strings.Contains(line, "  ") {
		return "", false
	}
	for i := range len(line) {
		if c := line[i]; c != ' ' && (c < '1' || c > '9') {
			return "", false
		}
	}
	return strings.ReplaceAll(line, " ", "."), true
}

// endsCells reports whether c separates the cells from a comment.
func endsCells(c byte) bool {
	return c == ' ' || c == '\t' || c == ',' || c == ';' || c == '#'
}

// comment returns what follows the signs that part it from the cells.
func comment(rest string) string {
	for rest != "" && (endsCells(rest[0]) || rest[0] == ':') {
		rest = rest[1:]
	}
	return rest
}

var classic = MustGeometry("9")

// Classic returns the geometry "9": 9×9 with 3×3 boxes. There is one such value, so that fast paths can compare
// pointers.
func Classic() *Geometry { return classic }

// ParseGrid reads the cells of a grid: symbols, or numbers separated by blanks.
func (g *Geometry) ParseGrid(text string) (Grid, error) {
	if g == classic && len(text) == 81 {
		if grid, ok := classicCells(text); ok {
			return grid, nil
		}
	}
	s := scanner{text: strings.TrimSpace(text)}
	if err := s.tokens(g.cells); err != nil {
		return nil, &ParseError{Column: s.errorAt + 1, Err: err}
	}
	grid := make(Grid, g.cells)
	for i, t := range s.cells {
		d, ok := g.alphabet.Value(t.text)
		if !ok {
			return nil, &ParseError{Column: t.at + 1, Err: illegal(t.text, g)}
		}
		grid[i] = d
	}
	return grid, nil
}

// illegal returns the error for a symbol that the geometry's alphabet lacks.
func illegal(symbol string, g *Geometry) error {
	a := g.alphabet
	if a.Spaced() {
		return fmt.Errorf("%q is not a number from 1 to %d", symbol, g.n)
	}
	return fmt.Errorf("%q is not one of %s", symbol, a.Symbols())
}

// String writes the puzzle in short notation, so that ParsePuzzle reads it back: without a head where the
// default geometry of that many cells is meant and no symbol can be mistaken.
func (p *Puzzle) String() string {
	to := make([]byte, 0, len(p.givens))
	head, regions, _ := strings.Cut(p.geometry.text, ":")
	if p.geometry.n > 9 || p.geometry.text != sizeText(len(p.givens)) ||
		p.beyond != nil && p.soft == nil && p.Clues() == 0 {
		to = append(append(to, head...), ':')
	}
	if p.beyond == nil || p.soft != nil || p.Clues() > 0 {
		to = p.appendCells(to)
	}
	if regions != "" {
		to = append(append(to, ':'), regions...)
	}
	if p.beyond == nil {
		return string(to)
	}
	b, err := p.geometry.Board()
	if err != nil {
		panic(err) // it was there when the constraints were made
	}
	return string(constraint.Append(to, b, p.beyond.constraints...))
}

// CellText writes the cells alone, without head and map.
func (p *Puzzle) CellText() string { return string(p.appendCells(make([]byte, 0, len(p.givens)))) }

// FormatGrid writes the cells of a grid, "." for an empty one; numbers are separated by blanks.
func (g *Geometry) FormatGrid(grid Grid) string {
	return string(g.alphabet.Append(make([]byte, 0, len(grid)), grid))
}

// appendCells writes the cells, soft clues in braces.
func (p *Puzzle) appendCells(to []byte) []byte {
	a := p.geometry.alphabet
	soft := p.soft
	if len(soft) == 0 {
		return a.Append(to, p.givens)
	}
	for i, v := range p.givens {
		if a.Spaced() && i > 0 {
			to = append(to, ' ')
		}
		if len(soft) > 0 && soft[0].Cell == i {
			to = soft[0].append(to, a)
			soft = soft[1:]
			continue
		}
		to = append(to, a.Symbol(int(v))...)
	}
	return to
}

// append writes a soft clue in braces, with probabilities if it has some.
func (s SoftClue) append(to []byte, a *alphabet.Alphabet) []byte {
	to = append(to, '{')
	first := true
	for d := range s.Allowed.All {
		if !first && (a.Spaced() || s.Prob != nil) {
			to = append(to, ',')
		}
		first = false
		to = append(to, a.Symbol(d)...)
		if s.Prob != nil {
			to = fmt.Appendf(to, ":%v", s.Prob[d-1])
		}
	}
	return append(to, '}')
}

// sizeText returns the default geometry of a puzzle of that many cells, "" if a head or a map is needed.
func sizeText(cells int) string {
	switch cells {
	case 81:
		return "9"
	case 16, 36, 64, 100, 144, 256, 625:
		return fmt.Sprint(int(math.Sqrt(float64(cells))))
	}
	return ""
}
