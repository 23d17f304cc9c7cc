// Package cnf writes puzzles as propositional formulas in conjunctive normal form, for SAT solvers: every geometry,
// with soft clues and clauses of every kind beyond houses.
//
// # Numbering
//
// Variable n·cell + digit, n being the number of digits, is true if the digit stands in the cell; cells are counted
// from 0 in reading order, digits from 1. Variables beyond n·cells are auxiliary. Every solution of the puzzle is a
// model of the formula, with some values of the auxiliary variables, and every model is a solution.
//
// # Encodings
//
// x is the variable of a cell and a digit.
//
//	candidates  ¬x for what givens, soft clues and peers that are given exclude
//	one of k    one clause for "at least one"; "at most one" by pairs, more than nine of them in groups: a literal that
//	            is true in none of the first ones stands for the rest
//	differ      at most one for each digit; at least one if there are as many cells as digits
//	pair        ¬x(a, d) ∨ all x(b, e) that go with d, and back
//	sum of cells that differ
//	            a variable for each set of digits that makes it, one of which is true, and for each digit one that says whether it
//	            is among them
//	sum, count, word
//	            an automaton that reads the cells in order, its state being the total so far in the first two. It is unrolled:
//	            layer i has a variable for each state in which it can be behind i cells and from which it can still accept.
//	            States from which the same digits lead to the end are one, so that "at least one" is a chain of two states:
//
//	               s0 ──d──▶ s1 ──d──▶ s2      s ∧ x → t      a state and a digit have one successor
//	                 ╲        ╲                t ∧ x → ∨ s    a state and the digit before come from somewhere
//	                  d──▶ t1  d──▶ t2         s ∧ t → ∨ x    two states are connected by some digit
//
//	any         a variable for each alternative, one of which is true; the clauses of the alternative hold if it is
package cnf

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
)

// Formula is a puzzle in conjunctive normal form. Its models are the solutions, once or several times each.
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

// Add appends a clause: at least one of its literals is true. A literal is a variable's number, negative for its
// negation; no literals make the formula false.
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

// mostLiterals is how many a formula may have: some 40 MB.
const mostLiterals = 10_000_000

// Encode writes a puzzle as a formula. An error wraps sudoku.ErrUnsupported: the formula would be too large; or it is
// ErrLate. Late, unless it is nil, is asked every some milliseconds and ends the work by returning true.
func Encode(p *sudoku.Puzzle, late func() bool) (*Formula, error) {
	g := p.Geometry()
	e := &encoder{n: g.N(), late: late, allowed: p.Candidates(), Formula: &Formula{Vars: g.N() * g.Cells(), puzzle: p}}
	for cell := range e.allowed {
		e.cell(cell)
	}
	for _, h := range g.Houses() {
		e.differ(h.Cells)
	}
	e.list(p.Clauses())
	if e.err != nil {
		return nil, e.err
	}
	return e.Formula, nil
}

// ErrLate says that the caller's function late has ended an encoding, because the time for the puzzle was over.
var ErrLate = errors.New("the encoding was ended early")

var errTooLarge = fmt.Errorf("%w: a formula of more than %d literals", sudoku.ErrUnsupported, mostLiterals)

// encoder adds what a puzzle asks for to a formula.
type encoder struct {
	*Formula
	n         int
	allowed   []sudoku.Digits // in each cell
	unless    int32           // a literal that each clause has besides; 0 for none
	differing [][]int         // cells of the Differ clauses that hold here
	late      func() bool
	err       error // ends the work
}

// ended reports whether the work is to end.
func (e *encoder) ended() bool {
	if e.err == nil && e.late != nil && e.late() {
		e.err = ErrLate
	}
	return e.err != nil
}

// add adds a clause of literals; 0 among them is left out.
func (e *encoder) add(lits ...int32) {
	if len(e.Literals)+len(lits) > mostLiterals {
		e.err = errTooLarge
		return
	}
	for _, lit := range lits {
		if lit != 0 {
			e.Literals = append(e.Literals, lit)
		}
	}
	if e.unless != 0 {
		e.Literals = append(e.Literals, e.unless)
	}
	e.Add()
}

// holds returns the literal that says that a digit stands in a cell.
func (e *encoder) holds(cell, digit int) int32 { return int32(cell*e.n + digit) }

// fresh returns a new variable.
func (e *encoder) fresh() int32 {
	e.Vars++
	return int32(e.Vars)
}

// cell says that a cell holds one of the digits that are allowed there.
func (e *encoder) cell(cell int) {
	for d := range (clause.All(e.n) &^ e.allowed[cell]).All {
		e.add(-e.holds(cell, d))
	}
	lits := e.digits(cell, e.allowed[cell])
	e.add(lits...)
	e.atMostOne(lits)
}

// digits returns the literals of the digits of a set that are allowed in a cell.
func (e *encoder) digits(cell int, set clause.Digits) []int32 {
	var lits []int32
	for d := range (set & e.allowed[cell]).All {
		lits = append(lits, e.holds(cell, d))
	}
	return lits
}

// differ says that no digit comes twice among cells: that each comes, if they are as many.
func (e *encoder) differ(cells []int) {
	if len(cells) > e.n {
		e.add()
		return
	}
	for d := 1; d <= e.n; d++ {
		var lits []int32
		for _, cell := range cells {
			if e.allowed[cell].Has(d) {
				lits = append(lits, e.holds(cell, d))
			}
		}
		if len(cells) == e.n {
			e.add(lits...)
		}
		e.atMostOne(lits)
	}
}

// largestPaired is how many literals exclude each other in pairs.
const largestPaired = 9

// atMostOne says that at most one of some literals is true.
func (e *encoder) atMostOne(lits []int32) {
	const group = 4
	for len(lits) > largestPaired {
		none := e.fresh() // of the first ones is true, if one of the rest is
		e.atMostOne(append(lits[:group:group], none))
		lits = append(lits[group:len(lits):len(lits)], -none)
	}
	for i, a := range lits {
		for _, b := range lits[i+1:] {
			e.add(-a, -b)
		}
	}
}

// list encodes clauses.
func (e *encoder) list(clauses []clause.Clause) {
	outer := e.differing
	defer func() { e.differing = outer }()
	for i := range clauses {
		if clauses[i].Kind == clause.Differ {
			e.differing = append(e.differing, clauses[i].Cells)
		}
	}
	for i := range clauses {
		if e.ended() {
			return
		}
		switch c := &clauses[i]; c.Kind {
		case clause.In:
			for _, x := range e.digits(c.Cells[0], ^c.Digits[0]) {
				e.add(-x)
			}
		case clause.Differ:
			e.differ(c.Cells)
		case clause.Pair:
			e.pair(c.Cells[0], c.Cells[1], c.Relation.There)
			e.pair(c.Cells[1], c.Cells[0], c.Relation.Back)
		case clause.Sum, clause.Count:
			if !e.sets(c) {
				e.total(c)
			}
		case clause.Word:
			e.line(c.Cells, func(_, state, digit int) (int, bool) {
				next := c.Automaton.Next(int32(state), digit)
				return int(next), next >= 0
			}, func(state int) bool { return c.Automaton.Accepts(int32(state)) })
		case clause.Any:
			e.any(c.Either)
		}
	}
}

// pair says which digits of cell b go with each digit of cell a.
func (e *encoder) pair(a, b int, with []clause.Digits) {
	for d := range e.allowed[a].All {
		if e.allowed[b]&^with[d-1] != 0 {
			e.add(append(e.digits(b, with[d-1]), -e.holds(a, d))...)
		}
	}
}

// any says that one of some lists of clauses holds.
func (e *encoder) any(lists [][]clause.Clause) {
	chosen := make([]int32, len(lists))
	for i := range chosen {
		chosen[i] = e.fresh()
	}
	e.add(chosen...)
	outer := e.unless
	for i, list := range lists {
		e.unless = -chosen[i]
		e.list(list)
	}
	e.unless = outer
}

// total encodes a sum or a count as a line whose state is the total so far.
func (e *encoder) total(c *clause.Clause) {
	var cells []int
	var worth [][]int // by cell and digit
	for i, cell := range c.Cells {
		k := slices.Index(cells, cell)
		if k < 0 {
			k = len(cells)
			cells, worth = append(cells, cell), append(worth, make([]int, e.n+1))
		}
		for d := range e.allowed[cell].All {
			worth[k][d] += c.Adds(i, d)
		}
	}
	least, most := make([]int, len(cells)+1), make([]int, len(cells)+1) // of the cells from i on
	for i := len(cells) - 1; i >= 0; i-- {
		low, high := e.extremes(cells[i], worth[i])
		least[i], most[i] = least[i+1]+low, most[i+1]+high
	}
	within := func(low, high int) bool {
		return slices.ContainsFunc(c.Total, func(r clause.Range) bool { return r.Low <= high && low <= r.High })
	}
	e.line(cells, func(i, total, digit int) (int, bool) {
		total += worth[i][digit]
		return total, within(total+least[i+1], total+most[i+1])
	}, func(total int) bool { return within(total, total) })
}

// extremes returns the least and the greatest worth of the digits that are allowed in a cell.
func (e *encoder) extremes(cell int, worth []int) (low, high int) {
	first := true
	for d := range e.allowed[cell].All {
		if first {
			low, high, first = worth[d], worth[d], false
		}
		low, high = min(low, worth[d]), max(high, worth[d])
	}
	return low, high
}
