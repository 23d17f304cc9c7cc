package constraint

import (
	"encoding/base64"

	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
)

// pairs are the constraints of two cells, and those that speak of all neighbours without a mark.
var pairs = map[string]definition{
	"white":      two(number.orNone(), "The digits of {cells} differ by {value:1}.", 1, (*maker).apart),
	"difference": two(number, "The digits of {cells} differ by {value}.", 0, (*maker).apart),
	"black":      two(number.orNone(), "One digit of {cells} is {value:2} times the other.", 2, (*maker).times),
	"quotient":   two(number, "One digit of {cells} is {value} times the other.", 0, (*maker).times),
	"x":          two(valueForm{}, "The digits of {cells} sum to 10.", 10, (*maker).making),
	"v":          two(valueForm{}, "The digits of {cells} sum to 5.", 5, (*maker).making),
	"pair-sum":   two(number, "The digits of {cells} sum to {value}.", 0, (*maker).making),
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

// two is a mark of two cells that says something of a number: the value or, if it has none, another one.
func two(value valueForm, sentence string, otherwise int, means func(m *maker, k int) func(a, b int) bool) definition {
	return definition{value: value, lists: twoCells, sentence: sentence,
		compile: func(m *maker) { m.steps(means(m, m.number(otherwise))) }}
}

// apart returns the relation of digits that differ by k.
func (m *maker) apart(k int) func(a, b int) bool {
	return func(a, b int) bool { return distance(a, b) == k }
}

// times returns the relation of digits of which one is k times the other.
func (m *maker) times(k int) func(a, b int) bool {
	return func(a, b int) bool { return m.worth(a) == k*m.worth(b) || m.worth(b) == k*m.worth(a) }
}

// making returns the relation of digits with a sum.
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
