package bridge

import (
	"strconv"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// symbols are what digits are written as, whatever alphabet the puzzle has.
const symbols = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmn"

// question writes a puzzle as a line without its end: cells alone where the shape is a plain size, else
// shape:cells[:map].
func question(p *sudoku.Puzzle, empty byte) string {
	cells := cellsOf(p.Givens, empty)
	head, regions, jigsaw := strings.Cut(p.Geometry.Shape(), ":")
	if _, err := strconv.Atoi(head); err == nil && !jigsaw {
		return cells
	}
	if jigsaw {
		return head + ":" + cells + ":" + regions
	}
	return head + ":" + cells
}

// cellsOf writes a grid, one symbol a cell.
func cellsOf(grid sudoku.Grid, empty byte) string {
	cells := make([]byte, len(grid))
	for i, v := range grid {
		cells[i] = empty
		if v != 0 {
			cells[i] = symbols[v-1]
		}
	}
	return string(cells)
}

// valueOf returns the digit that a symbol stands for among n, 0 for none. Case counts only beyond 35 digits.
func valueOf(c byte, n int) uint8 {
	if c >= 'a' && c <= 'z' && n <= 35 {
		c -= 'a' - 'A'
	}
	i := strings.IndexByte(symbols, c)
	if i < 0 || i >= n {
		return 0
	}
	return uint8(i + 1)
}
