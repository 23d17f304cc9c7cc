package constraint

import (
	"slices"

	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
)

// definition is one row of the table: all that the program knows of a constraint.
type definition struct {
	value    valueForm
	lists    listForm
	sentence string // {value}, {cells} and {first} stand for what the constraint has
	compile  func(m *maker) error
}

// valueForm is what may stand behind the equals sign.
type valueForm struct {
	what     valueKind
	optional bool
}

type valueKind uint8

const (
	noValue valueKind = iota
	number            // one whole number
	numbers           // one or more whole numbers, any of which will do
	digits            // one or more symbols of digits
)

// listForm is how many lists of how many cells a constraint has.
type listForm struct {
	least, most int  // lists
	cells       int  // least number of cells in a list
	exactly     int  // number of cells in a list, 0 if there may be more than the least
	set         bool // the order of cells says nothing
	turns       bool // a list reads the same backwards
	repeats     bool // a cell may come again in a list
}

var (
	setOfCells = listForm{least: 1, most: 1, cells: 1, set: true}
	twoCells   = listForm{least: 1, most: 1, cells: 2, exactly: 2, set: true}
	line       = listForm{least: 1, most: 1, cells: 2}
	path       = listForm{least: 1, most: 1, cells: 2, turns: true, repeats: true} // a line from either end
)

// table has a row for each constraint but "or" and "and".
var table map[string]definition

func init() {
	table = map[string]definition{
		"cage": {valueForm{numbers, true}, setOfCells, "Digits in the cage {cells} differ and sum to {value}.",
			func(m *maker) error {
				if err := m.differ(m.Lists[0]); err != nil || m.Value == "" {
					return err
				}
				return m.sum(m.Lists[0], nil, m.numbers()...)
			}},
		"sum": {valueForm{what: numbers}, listForm{least: 1, most: 2, cells: 1, set: true, repeats: true}, "{cells} sum to {value}.",
			func(m *maker) error {
				if len(m.Lists) == 1 {
					return m.sum(m.Lists[0], nil, m.numbers()...)
				}
				cells, weights := minus(m.Lists[0], m.Lists[1])
				return m.sum(cells, weights, m.numbers()...)
			}},
		"thermo": {valueForm{}, line, "Digits increase along the thermometer from {first}.",
			func(m *maker) error { return m.steps(func(a, b int) bool { return a < b }) }},
		"arrow": {valueForm{}, listForm{least: 2, most: MaxConstraints, cells: 1, repeats: true},
			"Digits along each arrow sum to the number in its circle {first}.",
			func(m *maker) error {
				circle := m.Lists[0]
				for _, shaft := range m.Lists[1:] {
					cells, weights := minus(shaft, circle)
					for i, w := len(cells)-1, -1; i >= len(shaft); i, w = i-1, w*10 {
						weights[i] = w
					}
					if err := m.sum(cells, weights, 0); err != nil {
						return err
					}
				}
				return nil
			}},
		"white": {valueForm{number, true}, twoCells, "The digits of {cells} differ by {value}.", func(m *maker) error {
			k := m.number(1)
			return m.steps(func(a, b int) bool { return a-b == k || b-a == k })
		}},
		"black": {valueForm{number, true}, twoCells, "One digit of {cells} is {value} times the other.", func(m *maker) error {
			k := m.number(2)
			return m.steps(func(a, b int) bool {
				a, b = m.worth(a), m.worth(b)
				return a == k*b || b == k*a
			})
		}},
		"whisper": {valueForm{what: number}, path, "Neighbours on the line {cells} differ by at least {value}.", func(m *maker) error {
			k := m.number(0)
			return m.steps(func(a, b int) bool { return a-b >= k || b-a >= k })
		}},
		"quad": {valueForm{what: digits}, setOfCells, "{cells} hold {value}.", func(m *maker) error {
			named := m.digits()
			slices.Sort(named)
			for i := 0; i < len(named); {
				d, least := named[i], 0
				for ; i < len(named) && named[i] == d; i++ {
					least++
				}
				if err := m.atLeast(m.Lists[0], clause.Digits(0).With(d), least); err != nil {
					return err
				}
			}
			return nil
		}},
		"sandwich": {valueForm{what: number}, line, "Digits between the least and the greatest of {cells} sum to {value}.", func(m *maker) error {
			type state struct{ crusts, sum int }
			a, err := clause.Build(m.board.N, state{}, func(s state, d int) (state, bool) {
				switch crust := d == 1 || d == m.board.N; {
				case crust:
					s.crusts++
				case s.crusts == 1:
					s.sum += m.worth(d)
				}
				return s, s.crusts < 3 && s.sum <= m.number(0)
			}, func(s state) bool { return s == state{2, m.number(0)} })
			return m.word(m.Lists[0], a, err)
		}},
	}
}

// minus returns the cells of two lists, and weights of 1 and -1.
func minus(plus, minus []int) (cells, weights []int) {
	for _, c := range plus {
		cells, weights = append(cells, c), append(weights, 1)
	}
	for _, c := range minus {
		cells, weights = append(cells, c), append(weights, -1)
	}
	return cells, weights
}
