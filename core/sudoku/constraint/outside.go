package constraint

import (
	"fmt"

	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
)

// outside are the constraints whose clue stands outside the grid, and the lunchbox, which is a sandwich inside.
var outside = map[string]definition{
	"sandwich": {
		value: number, lists: lists(1, 1, cellForm{least: 2}),
		sentence: "Digits between the least and the greatest possible one in {cells} sum to {value}.",
		compile:  func(m *maker) { m.between(1, m.board.N) },
	},
	"lunchbox": {
		value: number, lists: lists(1, 1, cellForm{least: 2}),
		sentence: "The least and the greatest digit of {cells} stand there once each, and those between them sum to {value}.",
		compile: func(m *maker) {
			n := m.board.N
			m.either(n*(n-1)/2, func(i int) {
				low, high := 1, 2
				for ; i > 0; i-- {
					if high++; high > n {
						low, high = low+1, low+2
					}
				}
				for _, cell := range m.Lists[0] {
					m.in(cell, m.where(func(d int) bool { return low <= d && d <= high }))
				}
				m.between(low, high)
			})
		},
	},
	"x-sum": {
		value: number, lists: clue,
		sentence: "In {cells} as many digits as the first one says sum to {value}, it included.",
		compile: func(m *maker) {
			sum, most := m.number(0), m.most()
			m.word(m.Lists[0], fmt.Sprint(most), func() (*clause.Automaton, error) {
				type state struct{ left, sum int } // left is -1 at the start
				return build(m, state{left: -1}, func(s state, d int) (state, bool) {
					if s.left < 0 {
						s.left = m.worth(d)
					}
					if s.left > 0 {
						s.left--
						s.sum += m.worth(d)
					}
					return s, s.sum <= min(sum, most)
				}, func(s state) bool { return s == state{0, sum} })
			})
		},
	},
	"skyscraper": {
		value: number, lists: clue,
		sentence: "{value} digits of {cells} are greater than all before them.",
		compile: func(m *maker) {
			want := m.number(0)
			m.word(m.Lists[0], "", func() (*clause.Automaton, error) {
				type state struct{ tallest, seen int }
				return build(m, state{}, func(s state, d int) (state, bool) {
					if d > s.tallest {
						s = state{d, s.seen + 1}
					}
					return s, s.seen <= want
				}, func(s state) bool { return s.seen == want })
			})
		},
	},
	"hidden-skyscraper": {
		value: digit, lists: clue,
		sentence: "In {cells} the first digit that is not greater than all before it is {value}.",
		compile: func(m *maker) {
			want := m.digits()[0]
			m.word(m.Lists[0], fmt.Sprint(want), func() (*clause.Automaton, error) {
				const found = -1
				return build(m, 0, func(tallest, d int) (int, bool) {
					switch {
					case tallest == found:
						return found, true
					case d > tallest:
						return d, true
					}
					return found, d == want
				}, func(tallest int) bool { return tallest == found })
			})
		},
	},
	"numbered-room": {
		value: digit, lists: clue,
		sentence: "The first digit of {cells} says at which place of them {value} stands.",
		compile: func(m *maker) {
			want, cells := m.digits()[0], m.Lists[0]
			m.in(cells[0], m.where(func(d int) bool { return d <= len(cells) }))
			for i, cell := range cells {
				m.pair(cells[0], cell, clause.NewRelation(m.board.N, func(a, b int) bool { return a != i+1 || b == want }))
			}
		},
	},
}

// between has the first list hold two digits once each, and what stands between them make the sum of the value.
func (m *maker) between(low, high int) {
	sum, most := m.number(0), m.most()
	m.word(m.Lists[0], fmt.Sprint(low, high, most), func() (*clause.Automaton, error) {
		type state struct{ seen, other, sum int } // digits seen of the two, the other one that is due, the sum so far
		return build(m, state{}, func(s state, d int) (state, bool) {
			switch isEnd := d == low || d == high; {
			case isEnd && s.seen == 0:
				return state{1, low + high - d, 0}, true
			case isEnd:
				return state{2, 0, s.sum}, s.seen == 1 && d == s.other && s.sum == sum
			case s.seen == 1:
				s.sum += m.worth(d)
			}
			return s, s.sum <= min(sum, most)
		}, func(s state) bool { return s.seen == 2 })
	})
}
