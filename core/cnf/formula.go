package cnf

import (
	"bufio"
	"fmt"
	"io"
	"strconv"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Formula is a puzzle in conjunctive normal form.
type Formula struct {
	Vars     int     // variables are 1 … Vars
	Clauses  int     // how many there are
	Literals []int32 // of all clauses, a variable or minus one, with 0 behind each clause
	puzzle   *sudoku.Puzzle
}

// All calls yield with the literals of each clause, which must not be changed; it is an iter.Seq[[]int32].
func (f *Formula) All(yield func(clause []int32) bool) {
	start := 0
	for i, lit := range f.Literals {
		if lit != 0 {
			continue
		}
		if !yield(f.Literals[start:i:i]) {
			return
		}
		start = i + 1
	}
}

// Grid returns the grid of a model, which says of each variable whether it is true; a cell without a true variable is
// empty.
func (f *Formula) Grid(model func(variable int) bool) sudoku.Grid {
	g := f.puzzle.Geometry()
	grid := make(sudoku.Grid, g.Cells())
	for v := 1; v <= g.Cells()*g.N(); v++ {
		if model(v) {
			grid[(v-1)/g.N()] = uint8((v-1)%g.N() + 1)
		}
	}
	return grid
}

// Without returns the clause that excludes a full grid.
func (f *Formula) Without(grid sudoku.Grid) []int32 {
	n := f.puzzle.Geometry().N()
	clause := make([]int32, 0, len(grid))
	for cell, d := range grid {
		if f.puzzle.Givens()[cell] == 0 {
			clause = append(clause, -int32(cell*n+int(d)))
		}
	}
	return clause
}

// Add adds a clause.
func (f *Formula) Add(clause ...int32) {
	f.Literals = append(append(f.Literals, clause...), 0)
	f.Clauses++
}

// Write writes the formula in the DIMACS format. Comments have the puzzle in short notation and the first and the last
// variable of each cell.
func (f *Formula) Write(w io.Writer) error {
	b := bufio.NewWriter(w)
	g := f.puzzle.Geometry()
	fmt.Fprintf(b, "c %s\nc variable %d*cell+digit: that digit stands in that cell; cells are counted from 0, digits from 1\n",
		f.puzzle, g.N())
	for cell := range g.Cells() {
		fmt.Fprintf(b, "c %s: %d to %d\n", g.CellName(cell), cell*g.N()+1, (cell+1)*g.N())
	}
	fmt.Fprintf(b, "p cnf %d %d\n", f.Vars, f.Clauses)
	var number []byte
	for _, lit := range f.Literals {
		end := byte(' ')
		if lit == 0 {
			end = '\n'
		}
		number = append(strconv.AppendInt(number[:0], int64(lit), 10), end)
		_, _ = b.Write(number) // Flush returns its error
	}
	return b.Flush()
}
