package constraint

import (
	"encoding/base64"

	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
)

// pairs are the constraints of two cells, and those that speak of all neighbours without a mark.
var pairs = map[string]definition{
	"white": {
		value: number.orNone(), lists: twoCells,
		sentence: "The digits of {cells} differ by {value:1}.",
		compile:  func(m *maker) { m.steps(m.apart(m.number(1))) },
	},
	"difference": {
		value: number, lists: twoCells,
		sentence: "The digits of {cells} differ by {value}.",
		compile:  func(m *maker) { m.steps(m.apart(m.number(0))) },
	},
	"black": {
		value: number.orNone(), lists: twoCells,
		sentence: "One digit of {cells} is {value:2} times the other.",
		compile:  func(m *maker) { m.steps(m.times(m.number(2))) },
	},
	"quotient": {
		value: number, lists: twoCells,
		sentence: "One digit of {cells} is {value} times the other.",
		compile:  func(m *maker) { m.steps(m.times(m.number(0))) },
	},
	"x": {
		lists:    twoCells,
		sentence: "The digits of {cells} sum to 10.",
		compile:  func(m *maker) { m.steps(m.making(10)) },
	},
	"v": {
		lists:    twoCells,
		sentence: "The digits of {cells} sum to 5.",
		compile:  func(m *maker) { m.steps(m.making(5)) },
	},
	"pair-sum": {
		value: number, lists: twoCells,
		sentence: "The digits of {cells} sum to {value}.",
		compile:  func(m *maker) { m.steps(m.making(m.number(0))) },
	},
	"all-dots": {
		sentence: "Neighbours without a dot are neither consecutive nor one twice the other.",
		compile: func(m *maker) {
			m.unmarked([]string{"white", "black"}, append(m.marks("white", 1, m.apart), m.marks("black", 2, m.times)...))
		},
	},
	"all-white": {
		sentence: "Neighbours without a dot do not differ as those with a white dot do.",
		compile:  func(m *maker) { m.unmarked([]string{"white", "black"}, m.marks("white", 1, m.apart)) },
	},
	"all-black": {
		sentence: "Neighbours without a dot do not have a ratio as those with a black dot do.",
		compile:  func(m *maker) { m.unmarked([]string{"white", "black"}, m.marks("black", 2, m.times)) },
	},
	"all-xv": {
		sentence: "Neighbours without a sign sum neither to 5 nor to 10.",
		compile: func(m *maker) {
			m.unmarked([]string{"x", "v", "pair-sum"}, []func(a, b int) bool{m.making(5), m.making(10)})
		},
	},
}

func (m *maker) apart(k int) func(a, b int) bool {
	return func(a, b int) bool { return distance(a, b) == k }
}

func (m *maker) times(k int) func(a, b int) bool {
	return func(a, b int) bool { return m.worth(a) == k*m.worth(b) || m.worth(b) == k*m.worth(a) }
}

func (m *maker) making(sum int) func(a, b int) bool {
	return func(a, b int) bool { return m.worth(a)+m.worth(b) == sum }
}

// marks returns what the values of all marks of a name mean, or the usual value if there is no mark.
func (m *maker) marks(name string, usual int, means func(k int) func(a, b int) bool) (all []func(a, b int) bool) {
	named(m.all, func(c *Constraint) {
		mark := maker{Constraint: c}
		all = append(all, means(mark.number(usual)))
	}, name)
	if all == nil {
		all = append(all, means(usual))
	}
	return all
}

// unmarked has neighbours without a mark of some names deserve none of the marks.
func (m *maker) unmarked(names []string, marks []func(a, b int) bool) {
	marked := map[[2]int]bool{}
	named(m.all, func(c *Constraint) { marked[[2]int(c.Lists[0])] = true }, names...)
	relation := clause.NewRelation(m.board.N, func(a, b int) bool {
		for _, deserves := range marks {
			if deserves(a, b) {
				return false
			}
		}
		return true
	})
	m.board.neighbours(func(a, b int) {
		if !marked[[2]int{a, b}] {
			m.pair(a, b, relation)
		}
	})
}

// relationBits returns the bits of a value of "pair".
func relationBits(n int, value string) []bool {
	data, _ := base64.RawURLEncoding.DecodeString(value)
	bits := make([]bool, n*n)
	for i := range bits {
		bits[i] = data[i/8]>>(7-i%8)&1 == 1
	}
	return bits
}
