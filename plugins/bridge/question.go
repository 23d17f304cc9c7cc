package bridge

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// symbols are what digits are written as, whatever alphabet the puzzle has.
const symbols = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmn"

// question writes a puzzle as a line without its end: cells alone if the shape is a
// plain size, else shape:cells[:map]; and constraints, each behind "~".
func question(p *sudoku.Puzzle, empty byte) string { return string(appendQuestion(nil, p, empty)) }

// appendQuestion appends what question returns.
func appendQuestion(line []byte, p *sudoku.Puzzle, empty byte) []byte {
	head, regions, jigsaw := strings.Cut(p.Geometry().Shape(), ":")
	if _, err := strconv.Atoi(head); err != nil || jigsaw {
		line = append(append(line, head...), ':')
	}
	line = appendCells(line, p.Givens(), empty)
	if jigsaw {
		line = append(append(line, ':'), regions...)
	}
	return appendConstraints(line, p)
}

func appendConstraints(line []byte, p *sudoku.Puzzle) []byte {
	for _, text := range p.ConstraintTexts() {
		line = append(append(line, '~'), text...)
	}
	return line
}

// madeOf reads a puzzle that a program has made: cells, and constraints, each behind "~".
func madeOf(text string, g *sudoku.Geometry) (*sudoku.Puzzle, error) {
	cells, constraints, some := strings.Cut(text, "~")
	givens, err := gridOf(cells, g)
	if err != nil {
		return nil, err
	}
	if some {
		constraints = "~" + constraints
	}
	p, err := sudoku.NewPuzzle(g, givens, sudoku.ConstraintText(constraints))
	if err != nil {
		return nil, fmt.Errorf("its puzzle %q: %w", shorten(text), err)
	}
	return p, nil
}

// cellsOf writes a grid, one symbol a cell.
func cellsOf(grid sudoku.Grid, empty byte) string { return string(appendCells(nil, grid, empty)) }

func appendCells(line []byte, grid sudoku.Grid, empty byte) []byte {
	start := len(line)
	line = slices.Grow(line, len(grid)+1)[:start+len(grid)]
	for i, v := range grid {
		if v == 0 {
			line[start+i] = empty
		} else {
			line[start+i] = symbols[v-1]
		}
	}
	return line
}

// values are the digits that symbols stand for; of the second kind if case counts.
var values = func() (v [2][256]uint8) {
	for i := range len(symbols) {
		c, digit := symbols[i], uint8(i+1)
		v[1][c] = digit
		if c <= 'Z' {
			v[0][c], v[0][c|' '] = digit, digit
		}
	}
	return v
}()

// valueOf returns the digit that a symbol stands for among n, 0 for none. Case counts only beyond 35 digits.
func valueOf(c byte, n int) uint8 {
	v := values[0][c]
	if n > 35 {
		v = values[1][c]
	}
	if int(v) > n {
		return 0
	}
	return v
}
