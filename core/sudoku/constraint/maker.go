package constraint

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
)

// maker turns constraints into clauses, one after the other. Compilers of the table add to it; after the first error
// nothing that they do counts.
type maker struct {
	board   *Board
	all     []Constraint // of the puzzle
	clauses []clause.Clause
	count   int                        // of all clauses, those within Any too
	states  int                        // of all automata
	seen    map[*clause.Automaton]bool // those counted
	built   map[string]bool            // what those are built of that were counted
	looked  int                        // states looked at while all automata were built
	err     error

	*Constraint     // at work
	building    int // states looked at while an automaton is built
}

// make returns the clauses of one constraint.
func (m *maker) make(c *Constraint) ([]clause.Clause, error) {
	m.clauses = nil
	m.compile(c)
	return m.clauses, m.err
}

// compile adds the clauses of a constraint, or of the constraints in a group.
func (m *maker) compile(c *Constraint) {
	switch c.Name {
	case "and":
		for i := range c.Either {
			m.compile(&c.Either[i])
		}
	case "or":
		m.either(len(c.Either), func(i int) { m.compile(&c.Either[i]) })
	default:
		m.Constraint = c
		table[c.Name].compile(m)
	}
}

// either adds one clause of kind Any with a list of clauses for each of n alternatives.
func (m *maker) either(n int, alternative func(i int)) {
	outside := m.clauses
	var lists [][]clause.Clause
	for i := range n {
		m.clauses = nil
		if alternative(i); m.err != nil {
			return
		}
		lists = append(lists, m.clauses)
	}
	if m.clauses = outside; len(lists) == 1 {
		m.clauses = append(m.clauses, lists[0]...)
		return
	}
	m.add(clause.Clause{Kind: clause.Any, Either: lists})
}

// fail keeps the first error.
func (m *maker) fail(format string, args ...any) {
	if m.err == nil {
		m.err = fmt.Errorf(format, args...)
	}
}

// add appends a clause, within the limit.
func (m *maker) add(c clause.Clause) {
	if m.count++; m.count > MaxClauses {
		m.fail("more than %d clauses", MaxClauses)
		return
	}
	m.clauses = append(m.clauses, c)
}

// in leaves a cell a set of digits.
func (m *maker) in(cell int, digits clause.Digits) {
	switch digits {
	case clause.All(m.board.N):
	case 0:
		m.never(cell)
	default:
		m.add(clause.Clause{Kind: clause.In, Cells: []int{cell}, Digits: []clause.Digits{digits}})
	}
}

// never adds what no grid obeys.
func (m *maker) never(cell int) {
	m.word([]int{cell}, "never", func() (*clause.Automaton, error) {
		return clause.NewAutomaton(m.board.N, [][]int{slices.Repeat([]int{-1}, m.board.N)}, nil)
	})
}

// differ has cells hold different digits.
func (m *maker) differ(cells []int) {
	if len(cells) > 1 {
		m.add(clause.Clause{Kind: clause.Differ, Cells: cells})
	}
}

// pair has two cells hold digits that go together; both may be one.
func (m *maker) pair(a, b int, relation *clause.Relation) {
	if a != b {
		m.add(clause.Clause{Kind: clause.Pair, Cells: []int{a, b}, Relation: relation})
		return
	}
	m.in(a, m.where(func(d int) bool { return relation.Holds(d, d) }))
}

// where returns the digits for which something holds.
func (m *maker) where(holds func(d int) bool) (digits clause.Digits) {
	for d := 1; d <= m.board.N; d++ {
		if holds(d) {
			digits = digits.With(d)
		}
	}
	return digits
}

// steps has each cell of the first list and the next one hold digits that go together.
func (m *maker) steps(holds func(a, b int) bool) {
	cells := m.Lists[0]
	relation := clause.NewRelation(m.board.N, holds)
	for i := range len(cells) - 1 {
		m.pair(cells[i], cells[i+1], relation)
	}
}

// eachTwo has each two cells of the first list hold digits that go together.
func (m *maker) eachTwo(holds func(a, b int) bool) {
	relation := clause.NewRelation(m.board.N, holds)
	for i, a := range m.Lists[0] {
		for _, b := range m.Lists[0][i+1:] {
			m.pair(a, b, relation)
		}
	}
}

// sum has cells, each times its weight (nil: 1), make one of the totals. Totals count what digits are worth.
func (m *maker) sum(cells, weights []int, totals ...int) {
	worth := 0 // what all cells together are worth beyond their digits
	for i := range cells {
		w := 1
		if weights != nil {
			w = weights[i]
		}
		worth += w * m.worth(0)
	}
	ranges := make([]clause.Range, len(totals))
	for i, t := range totals {
		ranges[i] = clause.Range{Low: t - worth, High: t - worth}
	}
	m.add(clause.Clause{Kind: clause.Sum, Cells: cells, Weights: weights, Total: merged(ranges)})
}

// difference has two lists of cells differ in their sums by one of the totals.
func (m *maker) difference(plus, minus []int, totals ...int) {
	m.sum(slices.Concat(plus, minus),
		slices.Concat(slices.Repeat([]int{1}, len(plus)), slices.Repeat([]int{-1}, len(minus))),
		totals...)
}

// merged joins ranges that touch.
func merged(ranges []clause.Range) []clause.Range {
	slices.SortFunc(ranges, func(a, b clause.Range) int { return a.Low - b.Low })
	joined := ranges[:0]
	for _, r := range ranges {
		if k := len(joined); k > 0 && r.Low <= joined[k-1].High+1 {
			joined[k-1].High = max(joined[k-1].High, r.High)
		} else {
			joined = append(joined, r)
		}
	}
	return joined
}

// mostLooked is how many states may be looked at while the automata of a puzzle are built.
const mostLooked = 1 << 18

// build is clause.Build, counting the states that are looked at.
func build[S comparable](m *maker, start S, step func(S, int) (S, bool), accepts func(S) bool) (
	*clause.Automaton, error) {
	return clause.Build(m.board.N, start, step, func(s S) bool { m.building++; return accepts(s) })
}

// word has an automaton read cells. What it is built of is the constraint's name and value, and more.
func (m *maker) word(cells []int, more string, build func() (*clause.Automaton, error)) {
	if m.err != nil {
		return
	}
	key := fmt.Sprintf("%d %d %s=%s %s", m.board.N, m.board.Least, m.Name, m.Value, more)
	a, looked, err := clause.Cached(key, func() (*clause.Automaton, int, error) {
		m.building = 0
		a, err := build()
		return a, m.building, err
	})
	if err != nil {
		m.fail("%w", err)
		return
	}
	if !m.built[key] {
		m.built[key] = true
		if m.looked += looked; m.looked > mostLooked {
			m.fail("automata that take more than %d states to build", mostLooked)
		}
	}
	if !m.seen[a] {
		m.seen[a] = true
		if m.states += a.States(); m.states > MaxStates {
			m.fail("more than %d states in all automata", MaxStates)
		}
	}
	m.add(clause.Clause{Kind: clause.Word, Cells: cells, Automaton: a})
}

// atLeast has a number of cells or more hold a digit of a set.
func (m *maker) atLeast(cells []int, digits clause.Digits, least int) {
	m.counted(cells, digits, clause.Range{Low: least, High: max(least, len(cells))})
}

// counted has the number of cells that hold a digit of a set lie in a range.
func (m *maker) counted(cells []int, digits clause.Digits, total ...clause.Range) {
	m.add(clause.Clause{Kind: clause.Count, Cells: cells, Digits: slices.Repeat([]clause.Digits{digits}, len(cells)),
		Total: merged(total)})
}

// balanced has as many cells of a list hold a digit of one set as cells of another list one of another set.
func (m *maker) balanced(a []int, x clause.Digits, b []int, y clause.Digits) {
	m.add(clause.Clause{Kind: clause.Count, Cells: slices.Concat(a, b),
		Digits:  slices.Concat(slices.Repeat([]clause.Digits{x}, len(a)), slices.Repeat([]clause.Digits{y}, len(b))),
		Weights: slices.Concat(slices.Repeat([]int{1}, len(a)), slices.Repeat([]int{-1}, len(b))),
		Total:   []clause.Range{{}}})
}

// numbers returns the numbers of the value, in normal form.
func (m *maker) numbers() []int {
	if m.Value == "" {
		return nil
	}
	var numbers []int
	for text := range strings.SplitSeq(m.Value, ".") {
		n, _ := strconv.Atoi(text)
		numbers = append(numbers, n)
	}
	return numbers
}

// number returns the one number of the value, or another one if there is none.
func (m *maker) number(otherwise int) int {
	if m.Value == "" {
		return otherwise
	}
	return m.numbers()[0]
}

// digits returns the digits that the value names, in increasing order.
func (m *maker) digits() []int {
	var digits []int
	for symbol := range strings.SplitSeq(m.Value, ".") {
		d, _ := m.board.Digit(symbol)
		digits = append(digits, d)
	}
	return digits
}

// counts returns how often the value names each digit.
func (m *maker) counts() []int {
	counts := make([]int, m.board.N+1)
	for pair := range slices.Chunk(strings.Split(m.Value, "."), 2) {
		d, _ := m.board.Digit(pair[1])
		counts[d], _ = strconv.Atoi(pair[0])
	}
	return counts
}

// worth returns what a digit counts in sums.
func (m *maker) worth(digit int) int {
	if m.board.Letters {
		m.fail("it counts with digits, but those of this alphabet are not numbers")
	}
	return digit + m.board.Least - 1
}

// most returns what the cells of the first list are worth at most.
func (m *maker) most() int { return len(m.Lists[0]) * max(m.worth(m.board.N), 1) }

// neighbours calls yield with each two cells that share a side.
func (b *Board) neighbours(yield func(x, y int)) {
	for cell := range b.Rows * b.Cols {
		if cell%b.Cols < b.Cols-1 {
			yield(cell, cell+1)
		}
		if cell/b.Cols < b.Rows-1 {
			yield(cell, cell+b.Cols)
		}
	}
}

// squares calls yield with each 2×2 cells.
func (b *Board) squares(yield func(cells []int)) {
	for cell := range (b.Rows - 1) * b.Cols {
		if cell%b.Cols < b.Cols-1 {
			yield([]int{cell, cell + 1, cell + b.Cols, cell + b.Cols + 1})
		}
	}
}

// named calls yield with each constraint of one of some names, those within groups too.
func named(all []Constraint, yield func(c *Constraint), names ...string) {
	for i := range all {
		if named(all[i].Either, yield, names...); slices.Contains(names, all[i].Name) {
			yield(&all[i])
		}
	}
}
