package constraint

import (
	"slices"

	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
)

// lines are the constraints of cells along a line.
var lines = map[string]definition{
	"thermo": stepwise(line, "Digits increase along the thermometer from {start}.", func(a, b int) bool { return a < b }),
	"slow-thermo": stepwise(line, "Digits do not decrease along the thermometer from {start}.",
		func(a, b int) bool { return a <= b }),
	"less":  stepwise(line, "Digits increase along {cells}.", func(a, b int) bool { return a < b }),
	"equal": stepwise(line, "Digits along {cells} are equal.", func(a, b int) bool { return a == b }),
	"parity": stepwise(path, "Digits along the line {cells} are odd and even in turns.",
		func(a, b int) bool { return (a+b)%2 == 1 }),
	"whisper": {
		value: number, lists: path,
		sentence: "Neighbours on the line {cells} differ by at least {value}.",
		compile: func(m *maker) {
			k := m.number(0)
			m.steps(func(a, b int) bool { return distance(a, b) >= k })
		},
	},
	"renban": {
		lists:    lists(1, 1, cellForm{least: 1, turns: true}),
		sentence: "Digits on the line {cells} differ and are consecutive in any order.",
		compile: func(m *maker) {
			length := len(m.Lists[0])
			m.differ(m.Lists[0])
			m.eachTwo(func(a, b int) bool { return a != b && distance(a, b) < length })
		},
	},
	"nabner": {
		lists:    lists(1, 1, cellForm{least: 1, turns: true}),
		sentence: "No two digits on the line {cells} are equal or consecutive.",
		compile:  func(m *maker) { m.eachTwo(func(a, b int) bool { return distance(a, b) > 1 }) },
	},
	"palindrome": {
		lists:    path,
		sentence: "The line {cells} reads the same from both ends.",
		compile: func(m *maker) {
			cells, equal := m.Lists[0], clause.NewRelation(m.board.N, func(a, b int) bool { return a == b })
			for i := range len(cells) / 2 {
				m.pair(cells[i], cells[len(cells)-1-i], equal)
			}
		},
	},
	"modular": {
		value: modulus, lists: path,
		sentence: "Digits on the line {cells} that are fewer than {value} cells apart leave different remainders when " +
			"divided by {value}.",
		compile: func(m *maker) {
			k := m.number(0)
			m.classes(k, func(d int) int { return d % k })
		},
	},
	"entropic": {
		lists:    path,
		sentence: "Each three digits in a row on the line {cells} are a low, a middle and a high one.",
		compile:  func(m *maker) { m.classes(3, m.third) },
	},
	"between": {
		lists:    withEnds,
		sentence: "Digits on the line {cells} are strictly between those at its ends.",
		compile: func(m *maker) {
			m.ends(func(low, high, d int) bool { return low < d && d < high })
		},
	},
	"lockout": {
		value: number, lists: withEnds,
		sentence: "The ends of the line {cells} differ by at least {value}; no other digit is equal to them or between them.",
		compile: func(m *maker) {
			k := m.number(0)
			m.pair(m.Lists[0][0], m.Lists[0][len(m.Lists[0])-1],
				clause.NewRelation(m.board.N, func(a, b int) bool { return distance(a, b) >= k }))
			m.ends(func(low, high, d int) bool { return d < low || high < d })
		},
	},
	"slingshot": {
		lists:    line,
		sentence: "The digit in {start} comes again as many cells behind the second cell of {cells} as that says.",
		compile:  func(m *maker) { m.word(m.Lists[0], "", m.slingshot) },
	},
	"regex": {
		value: expression, lists: lists(1, 1, cellForm{least: 1, repeats: true}),
		sentence: "Digits along {cells} match {value}.",
		compile:  func(m *maker) { m.word(m.Lists[0], m.board.symbols(), m.regex) },
	},
	"word": {
		value: machine, lists: lists(1, 1, cellForm{least: 1, repeats: true}),
		sentence: "An automaton accepts the digits along {cells}.",
		compile: func(m *maker) {
			m.word(m.Lists[0], "", func() (*clause.Automaton, error) { return clause.ParseAutomaton(m.board.N, m.Value) })
		},
	},
	"pair": {
		value: relation, lists: line,
		sentence: "Each two neighbours along {cells} are in a certain relation.",
		compile: func(m *maker) {
			holds := relationBits(m.board.N, m.Value)
			m.steps(func(a, b int) bool { return holds[(a-1)*m.board.N+b-1] })
		},
	},
}

// stepwise is a line of which each two neighbours hold digits that go together.
func stepwise(lists listForm, sentence string, holds func(a, b int) bool) definition {
	return definition{lists: lists, sentence: sentence, compile: func(m *maker) { m.steps(holds) }}
}

var withEnds = lists(1, 1, cellForm{least: 2, turns: true, repeats: true})

// distance returns how far two numbers are apart.
func distance(a, b int) int { return max(a-b, b-a) }

// third returns 0 for low digits, 1 for those in the middle, 2 for high ones.
func (m *maker) third(d int) int { return (d - 1) * 3 / m.board.N }

// classes has the digits on a line be of different classes within k cells in a row, and of the same class k cells
// apart.
func (m *maker) classes(k int, class func(d int) int) {
	cells := m.Lists[0]
	same := clause.NewRelation(m.board.N, func(a, b int) bool { return class(a) == class(b) })
	different := clause.NewRelation(m.board.N, func(a, b int) bool { return class(a) != class(b) })
	for i, a := range cells {
		for j := i + 1; j < min(i+k, len(cells)) && m.err == nil; j++ {
			m.pair(a, cells[j], different)
		}
		if i+k < len(cells) {
			m.pair(a, cells[i+k], same)
		}
	}
}

// ends has the digits of a line fit those at its ends. The automaton reads the ends first.
func (m *maker) ends(fits func(low, high, d int) bool) {
	cells := m.Lists[0]
	last := len(cells) - 1
	m.word(slices.Concat(cells[:1], cells[last:], cells[1:last]), "", func() (*clause.Automaton, error) {
		type state struct{ low, high int }
		return build(m, state{}, func(s state, d int) (state, bool) {
			switch {
			case s.low == 0:
				return state{low: d}, true
			case s.high == 0:
				return state{min(s.low, d), max(s.low, d)}, true
			}
			return s, fits(s.low, s.high, d)
		}, func(s state) bool { return s.high != 0 })
	})
}

// slingshot builds the automaton of words whose first digit comes again as many places behind the second as that says.
func (m *maker) slingshot() (*clause.Automaton, error) {
	type state struct{ wanted, places int } // places from here on: -1 before the second cell, done after the last
	const done = -2
	return build(m, state{}, func(s state, d int) (state, bool) {
		switch {
		case s.wanted == 0 && s.places == done:
			return s, true
		case s.wanted == 0:
			return state{d, -1}, true
		case s.places == -1:
			s.places = m.worth(d)
		default:
			s.places--
		}
		if s.places == 0 {
			return state{0, done}, d == s.wanted
		}
		return s, s.places > 0
	}, func(s state) bool { return s.places == done })
}
