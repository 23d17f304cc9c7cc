package constraint

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
)

// maker turns constraints into clauses, one after the other. Compilers of the table add to it.
type maker struct {
	board   *Board
	index   int // of the constraint at work
	clauses []clause.Clause
	count   int                          // of all clauses, those within Any too
	states  int                          // of all automata
	tables  map[string]*clause.Automaton // automata by key, so that equal ones are one

	*Constraint
}

func (m *maker) compile(c *Constraint) error {
	switch c.Name {
	case "and":
		for i := range c.Either {
			if err := m.compile(&c.Either[i]); err != nil {
				return err
			}
		}
		return nil
	case "or":
		return m.either(c.Either)
	}
	m.Constraint = c
	return table[c.Name].compile(m)
}

// either adds one clause of kind Any with a list of clauses for each alternative.
func (m *maker) either(alternatives []Constraint) error {
	outside := m.clauses
	var lists [][]clause.Clause
	for i := range alternatives {
		m.clauses = nil
		if err := m.compile(&alternatives[i]); err != nil {
			return err
		}
		lists = append(lists, m.clauses)
	}
	m.clauses = outside
	return m.add(clause.Clause{Kind: clause.Any, Either: lists})
}

func (m *maker) add(c clause.Clause) error {
	if m.count++; m.count > MaxClauses {
		return fmt.Errorf("more than %d clauses", MaxClauses)
	}
	c.Constraint = m.index
	m.clauses = append(m.clauses, c)
	return nil
}

// in leaves a cell a set of digits.
func (m *maker) in(cell int, digits clause.Digits) error {
	return m.add(clause.Clause{Kind: clause.In, Cells: []int{cell}, Digits: []clause.Digits{digits}})
}

// differ has cells hold different digits.
func (m *maker) differ(cells []int) error {
	if len(cells) < 2 {
		return nil
	}
	return m.add(clause.Clause{Kind: clause.Differ, Cells: cells})
}

// pair has two cells hold digits that go together.
func (m *maker) pair(a, b int, relation *clause.Relation) error {
	return m.add(clause.Clause{Kind: clause.Pair, Cells: []int{a, b}, Relation: relation})
}

// steps has each cell of the first list and the next one hold digits that go together.
func (m *maker) steps(holds func(a, b int) bool) error {
	cells := m.Lists[0]
	relation := clause.NewRelation(m.board.N, holds)
	for i := range len(cells) - 1 {
		if err := m.pair(cells[i], cells[i+1], relation); err != nil {
			return err
		}
	}
	return nil
}

// sum has cells, each times its weight (nil: 1), make one of the totals. Totals count what digits are worth.
func (m *maker) sum(cells, weights []int, totals ...int) error {
	worth := 0 // what all cells together are worth beyond their digits
	for i := range cells {
		w := 1
		if weights != nil {
			w = weights[i]
		}
		worth += w * (m.board.Least - 1)
	}
	ranges := make([]clause.Range, len(totals))
	for i, t := range totals {
		ranges[i] = clause.Range{Low: t - worth, High: t - worth}
	}
	return m.add(clause.Clause{Kind: clause.Sum, Cells: cells, Weights: weights, Total: merged(ranges)})
}

// merged joins ranges that touch; they come by increasing numbers.
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

// word has an automaton read cells.
func (m *maker) word(cells []int, a *clause.Automaton, err error) error {
	if err != nil {
		return err
	}
	key := a.Key()
	if kept := m.tables[key]; kept != nil {
		a = kept
	} else if m.states += a.States(); m.states > MaxStates {
		return fmt.Errorf("more than %d states in all automata", MaxStates)
	}
	m.tables[key] = a
	return m.add(clause.Clause{Kind: clause.Word, Cells: cells, Automaton: a})
}

// atLeast has a number of cells or more hold a digit of a set.
func (m *maker) atLeast(cells []int, digits clause.Digits, least int) error {
	sets := make([]clause.Digits, len(cells))
	for i := range sets {
		sets[i] = digits
	}
	return m.add(clause.Clause{Kind: clause.Count, Cells: cells, Digits: sets,
		Total: []clause.Range{{Low: least, High: len(cells)}}})
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

// digits returns the digits that the value names.
func (m *maker) digits() []int {
	var digits []int
	for symbol := range strings.SplitSeq(m.Value, ".") {
		d, _ := m.board.Digit(symbol)
		digits = append(digits, d)
	}
	return digits
}

// worth returns what a digit counts in sums.
func (m *maker) worth(digit int) int { return digit + m.board.Least - 1 }
