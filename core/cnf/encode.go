package cnf

import (
	"errors"
	"fmt"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
)

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

// ErrLate says that late has ended an encoding.
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
			switch {
			case c.Kind == clause.Sum:
				worth[k][d] += d * c.Weight(i)
			case c.Digits[i].Has(d):
				worth[k][d] += c.Weight(i)
			}
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
