package beyond

import (
	"fmt"
	"math/bits"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/board"
)

// counts finds groups of cells that see each other and have to hold some digits, since a constraint counts these.
type counts struct {
	*view
	all []counted
}

// counted is a set of digits that constraints count in some cells: as many hold one of them as a range allows.
type counted struct {
	constraints []int
	set         uint64
	total       []clause.Range
	groups      []group
}

// group is cells of a count that see each other, so that they hold each digit once.
type group struct {
	cells     []int
	low, high int // how many of them hold a digit of the set
}

// CountGroups (3.2) reads what a constraint counts, also several counts of the same cells together, by groups of cells that
// see each other. A group holds each digit once, which bounds how many of its cells count. What the others cannot give, one
// has to: if just so many of its cells can, they hold nothing else; if it needs each digit, these leave the cells that see all
// their places in the group.
func CountGroups(p *board.Position) board.Technique {
	t := &counts{view: viewOf(p)}
	if p.Puzzle != nil {
		t.list(p.Puzzle.Clauses())
	}
	return t
}

// mostTogether is how many counts of the same cells are read in all combinations.
const mostTogether = 6

// list makes the counts of clauses, and of each few of them that count different digits in the same cells.
func (t *counts) list(clauses []clause.Clause) {
	for i := range clauses {
		c := &clauses[i]
		if !countsOnce(c) {
			continue
		}
		same := []counted{{[]int{c.Constraint}, uint64(c.Digits[0]), c.Total, nil}}
		for j := i + 1; j < len(clauses) && len(same) < mostTogether; j++ {
			if d := &clauses[j]; countsOnce(d) && slices.Equal(d.Cells, c.Cells) {
				same = append(same, counted{[]int{d.Constraint}, uint64(d.Digits[0]), d.Total, nil})
			}
		}
		for more := range 1 << (len(same) - 1) { // each combination has the first
			if sum, ok := added(same, 2*more+1); ok {
				sum.groups = t.grouped(c.Cells)
				t.all = append(t.all, sum)
			}
		}
	}
	slices.SortStableFunc(t.all, func(a, b counted) int { return ones(a.set) - ones(b.set) })
}

// countsOnce reports whether a clause counts the same digits once in each of some cells.
func countsOnce(c *clause.Clause) bool {
	if c.Kind != clause.Count {
		return false
	}
	for i, cell := range c.Cells {
		if c.Weight(i) != 1 || c.Digits[i] != c.Digits[0] || slices.Contains(c.Cells[:i], cell) {
			return false
		}
	}
	return true
}

// added adds up some counts of the same cells, if no digit is counted twice.
func added(same []counted, which int) (sum counted, ok bool) {
	low, high := 0, 0
	for ; which != 0; which &= which - 1 {
		c := same[bits.TrailingZeros(uint(which))]
		if sum.set&c.set != 0 {
			return sum, false
		}
		sum.set, sum.constraints = sum.set|c.set, append(sum.constraints, c.constraints...)
		low, high = low+c.total[0].Low, high+c.total[len(c.total)-1].High
		sum.total = c.total
	}
	if slices.Sort(sum.constraints); len(sum.constraints) > 1 {
		sum.total = []clause.Range{{Low: low, High: high}}
	}
	sum.constraints = slices.Compact(sum.constraints)
	return sum, true
}

// grouped parts cells into groups that see each other.
func (v *view) grouped(cells []int) (all []group) {
	for _, c := range cells {
		at := slices.IndexFunc(all, func(g group) bool { return v.SeesAll(c, g.cells) })
		if at < 0 {
			at, all = len(all), append(all, group{})
		}
		all[at].cells = append(all[at].cells, c)
	}
	return all
}

// Each goes through the counts, those of few digits first.
func (t *counts) Each(done func() bool) bool {
	for i := range t.all {
		c := &t.all[i]
		low, high := 0, 0
		for j := range c.groups {
			g := &c.groups[j]
			out, others := t.holders(g.cells, ^c.set)
			in, digits := t.holders(g.cells, c.set)
			g.low, g.high = len(g.cells)-min(len(out), ones(others)), min(len(in), ones(digits))
			low, high = low+g.low, high+g.high
		}
		least, most := high+1, low-1
		for _, r := range c.total {
			if r.Low <= high && r.High >= low {
				least, most = min(least, max(r.Low, low)), max(most, min(r.High, high))
			}
		}
		if least > most {
			t.Broken = true
			return false
		}
		for _, g := range c.groups {
			rest, size := "", len(g.cells)
			if high > g.high {
				rest = fmt.Sprintf(", of which its other cells can give %d", high-g.high)
			}
			if t.describe(c, g.cells, c.set, least-(high-g.high), func() string {
				return t.Sentence("%s needs %s of %d%s", upper(t.names(c.constraints, " and ")), fmt.Sprint(least), c.set, rest)
			}) && done() {
				return true
			}
			if rest = ""; low > g.low {
				rest = fmt.Sprintf(", of which its other cells give %d", low-g.low)
			}
			if t.describe(c, g.cells, 1<<t.N-1&^c.set, size-(most-(low-g.low)), func() string {
				return t.Sentence("%s has at most %s of %d%s", upper(t.names(c.constraints, " and ")), fmt.Sprint(most), c.set, rest)
			}) && done() {
				return true
			}
		}
	}
	return false
}

// holders returns the cells that may hold a digit of a set, and which digits of it.
func (v *view) holders(cells []int, set uint64) (holders []int, digits uint64) {
	for _, c := range cells {
		if in := v.may(c) & set; in != 0 {
			holders, digits = append(holders, c), digits|in
		}
	}
	return holders, digits
}

// describe fills in the hint that so many cells of a group hold digits of a set, or more, if that strikes any candidate.
func (t *counts) describe(c *counted, cells []int, set uint64, least int, why func() string) bool {
	if least <= 0 {
		return false
	}
	t.StartHint("count_groups", 3.2)
	holders, digits := t.holders(cells, set)
	if least == len(holders) {
		for _, cell := range holders {
			t.Hint.StrikeAll(t.Board, cell, ^set)
		}
	}
	for m := digits; least == ones(digits) && m != 0; m &= m - 1 {
		if places := t.placesOf(bits.TrailingZeros64(m), cells); len(places) > 0 {
			t.strikeSeers(bits.TrailingZeros64(m), cells, places)
		}
	}
	if len(t.Hint.Strikes) == 0 {
		return false
	}
	t.AddCells(cells...)
	if house := t.CommonHouse(cells, 0); house >= 0 {
		t.AddHouses(house)
	}
	t.AddConstraints(c.constraints...)
	if t.Verbose {
		hold := ", which see each other, hold"
		if len(cells) == 1 {
			hold = " holds"
		}
		only := ""
		if least == len(holders) && least < len(cells) {
			only = t.Sentence(" in %c", holders)
		}
		t.Hint.Text = t.Sentence("%s. So %c%s at least %s of %d%s; %s.", why(), cells, hold, fmt.Sprint(least), digits, only,
			t.conclusion())
	}
	return true
}
