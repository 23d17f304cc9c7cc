package relax

import (
	"math"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
	"github.com/sudokuctl/sudokuctl/plugins/convex/interior"
)

// beyond is what the clauses of a puzzle add to the polytope P of a board:
//
//	sum, count  low ≤ Σ w·x ≤ high                          one row
//	pair        Σ_{d∈S} x_(a,d) ≤ Σ_{e∈R(S)} x_(b,e)         a row for each set S of digits of a that says something
//	word        what flows at cell c by digit d is x_(c,d)   a flow of 1 through the automaton, unrolled over the cells
//
// Cells that differ are houses of the frame. An inequality has a slack that is between 0 and 1 at every grid. All entries
// are whole numbers divided by a power of two, so that rows are exact.
type beyond struct {
	f       *frame
	b       *board
	rows    int32           // of the model so far
	rhs     []float64       // of the rows from clauses
	columns interior.Matrix // slacks and flows
	start   []float64       // where a program begins, for each of these
	entries [][]entry       // of each candidate, cell·n + digit−1, in these rows
	broken  bool            // some clause cannot hold

	worth   []float64 // scratch of linear: of each candidate
	touched []int32   // cells whose worth is set
	terms   []term
}

// entry is one of a column of A.
type entry struct {
	row   int32
	value float64
}

// term is a candidate of an undecided cell and what it adds to a row.
type term struct {
	candidate int32
	value     float64
}

// build adds the rows of all clauses behind those that there are. Any is not taken, In and Differ are in the board.
func (x *beyond) build(b *board, rows int32) {
	x.b, x.rows, x.rhs, x.start, x.broken = b, rows, x.rhs[:0], x.start[:0], false
	x.columns.Reset(0)
	if x.entries == nil {
		x.entries, x.worth = make([][]entry, x.f.candidates), make([]float64, x.f.candidates)
	}
	for i := range x.entries {
		x.entries[i] = x.entries[i][:0]
	}
	for i := range x.f.clauses {
		switch c := &x.f.clauses[i]; c.Kind {
		case clause.Sum, clause.Count:
			for k, cell := range c.Cells {
				for d := range b.cand[cell].All {
					if c.Kind == clause.Sum {
						x.add(cell, d, float64(d*c.Weight(k)))
					} else if c.Digits[k].Has(d) {
						x.add(cell, d, float64(c.Weight(k)))
					}
				}
			}
			x.linear(c.Total)
		case clause.Pair:
			x.pair(c)
		case clause.Word:
			x.word(c)
		}
	}
}

// add adds to the worth of a candidate in the row that linear makes next.
func (x *beyond) add(cell, d int, worth float64) {
	if last := len(x.touched) - 1; last < 0 || x.touched[last] != int32(cell) {
		x.touched = append(x.touched, int32(cell))
	}
	x.worth[cell*x.f.n+d-1] += worth
}

// linear makes a row that has the worth of all cells lie in one of some ranges, or between them: that hull is all that a
// row can say. What all digits of a cell have in common goes to the other side.
func (x *beyond) linear(total []clause.Range) {
	least, most, constant := x.collect()
	low, high := math.Inf(1), math.Inf(-1)
	for _, r := range total {
		from, to := max(float64(r.Low)-constant, least), min(float64(r.High)-constant, most)
		if from <= to {
			low, high = min(low, from), max(high, to)
		}
	}
	switch {
	case low > high:
		x.broken = true
	case low == least && high == most:
	case low == high:
		x.row(low, 0)
	case low == least:
		x.row(high, high-least)
	default:
		x.row(low, low-high)
		if high < most { // the slack is at most 1, since another makes it up to 1
			slack := x.rows
			x.newRow(1)
			x.columns.AddEntry(slack, 1)
			x.column(0.5, entry{slack, 1})
		}
	}
	x.terms = x.terms[:0]
}

// collect moves what was added into terms, and returns the least and the most that they can make, and what is the same
// whatever they are.
func (x *beyond) collect() (least, most, constant float64) {
	n := x.f.n
	for _, c := range x.touched {
		digits, worth := x.b.cand[c], x.worth[int(c)*n:(int(c)+1)*n]
		common := commonest(digits, worth)
		constant += common
		low, high := 0.0, 0.0
		for d := range digits.All {
			if v := worth[d-1] - common; v != 0 {
				low, high = min(low, v), max(high, v)
				x.terms = append(x.terms, term{c*int32(n) + int32(d-1), v})
			}
		}
		least, most = least+low, most+high
		clear(worth)
	}
	x.touched = x.touched[:0]
	return least, most, constant
}

// commonest returns the worth that most digits of a set have.
func commonest(digits sudoku.Digits, worth []float64) (common float64) {
	most := 0
	for d := range digits.All {
		n := 0
		for e := range digits.All {
			if worth[e-1] == worth[d-1] {
				n++
			}
		}
		if n > most {
			most, common = n, worth[d-1]
		}
	}
	return common
}

// row makes the row Σ terms + slack·s = rhs, divided by a power of two such that no term is above 1. Without slack there is no s.
func (x *beyond) row(rhs, slack float64) {
	largest := 0.0
	for _, t := range x.terms {
		largest = max(largest, math.Abs(t.value))
	}
	_, exponent := math.Frexp(largest)
	scale := math.Ldexp(1, -exponent)
	row := x.newRow(rhs * scale)
	for _, t := range x.terms {
		x.enter(t.candidate, row, t.value*scale)
	}
	if slack != 0 {
		x.column(0.5, entry{row, slack * scale})
	}
}

func (x *beyond) newRow(rhs float64) int32 {
	x.rhs = append(x.rhs, rhs)
	x.rows++
	return x.rows - 1
}

// column adds a variable that begins at a value.
func (x *beyond) column(start float64, entries ...entry) {
	x.columns.AddColumn()
	x.start = append(x.start, start)
	for _, e := range entries {
		x.columns.AddEntry(e.row, e.value)
	}
}

// enter adds to the entry of a candidate in a row.
func (x *beyond) enter(candidate, row int32, value float64) {
	for i, e := range x.entries[candidate] {
		if e.row == row {
			x.entries[candidate][i].value += value
			return
		}
	}
	x.entries[candidate] = append(x.entries[candidate], entry{row, value})
}

// mostSets is how many sets of digits of a pair get a row: relations between few digits have fewer.
const mostSets = 48

// pair says for sets S of digits of cell a that b holds a digit that goes with one of S if a holds one of them. By Hall's
// theorem all S together say what a pair can say. It takes the sets of all digits that only go with certain digits of b,
// as far as they are joined by a digit of b: others follow.
func (x *beyond) pair(c *clause.Clause) {
	a, b := c.Cells[0], c.Cells[1]
	from, into := x.b.cand[a], x.b.cand[b]
	var images []sudoku.Digits
	join := func(image sudoku.Digits) {
		if image != into && !slices.Contains(images, image) && len(images) < mostSets {
			images = append(images, image)
		}
	}
	for d := range from.All {
		join(c.Relation.There[d-1] & into)
	}
	for i := 0; i < len(images); i++ {
		for _, other := range images[:i] {
			if images[i]&other != 0 {
				join(images[i] | other)
			}
		}
	}
	for _, image := range images {
		x.implies(c, image)
	}
}

// implies makes the row of a pair for the digits of a that only go with digits of an image. If those go with no other digits
// of a, the sides are equal.
func (x *beyond) implies(c *clause.Clause, image sudoku.Digits) {
	a, b, equal := c.Cells[0], c.Cells[1], true
	for d := range x.b.cand[a].All {
		switch there := c.Relation.There[d-1] & x.b.cand[b]; {
		case there&^image == 0:
			x.add(a, d, 1)
		case there&image != 0:
			equal = false
		}
	}
	for d := range image.All {
		x.add(b, d, -1)
	}
	least := -1
	if equal {
		least = 0
	}
	x.linear([]clause.Range{{Low: least, High: 0}})
}
