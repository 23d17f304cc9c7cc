package constraint

import (
	"slices"

	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
)

// sums are the constraints that add digits, or multiply them.
var sums = map[string]definition{
	"cage": {
		value: numbers.orNone(), lists: setOfCells,
		sentence: "Digits in the cage {cells} differ[ and sum to {value}].",
		compile: func(m *maker) {
			if m.differ(m.Lists[0]); m.Value != "" {
				m.sum(m.Lists[0], nil, m.numbers()...)
			}
		},
	},
	"sum": {
		value: numbers, lists: lists(1, 2, cellForm{least: 1, set: true, repeats: true}),
		sentence: "The sum of {first}[ less that of {others}] is {value}.",
		compile: func(m *maker) {
			if len(m.Lists) == 1 {
				m.sum(m.Lists[0], nil, m.numbers()...)
			} else {
				m.difference(m.Lists[0], m.Lists[1], m.numbers()...)
			}
		},
	},
	"little-killer": {
		value: numbers, lists: clue,
		sentence: "Digits along {cells} sum to {value}.",
		compile:  func(m *maker) { m.sum(m.Lists[0], nil, m.numbers()...) },
	},
	"arrow": {
		lists: listForm{first: cellForm{least: 1, most: 3, set: true}, others: cellForm{least: 1, repeats: true}, least: 2,
			most: mostLists, freeOthers: true},
		sentence: "Digits along the arrow from {first} sum to the number in its circle.",
		compile: func(m *maker) {
			for _, shaft := range m.Lists[1:] {
				cells, weights := slices.Clone(shaft), slices.Repeat([]int{1}, len(shaft))
				for i, w := len(m.Lists[0])-1, -1; i >= 0; i, w = i-1, w*10 {
					cells, weights = append(cells, m.Lists[0][i]), append(weights, w)
				}
				m.sum(cells, weights, 0)
			}
		},
	},
	"double-arrow": {
		lists:    lists(1, 1, cellForm{least: 3, turns: true, repeats: true}),
		sentence: "Digits between the ends of the line {cells} sum to what the ends sum to.",
		compile: func(m *maker) {
			cells := m.Lists[0]
			last := len(cells) - 1
			m.difference([]int{cells[0], cells[last]}, cells[1:last], 0)
		},
	},
	"equal-sums": {
		lists:    listForm{first: manyTimes, others: manyTimes, least: 2, most: mostLists, free: true},
		sentence: "{lists} have the same sum.",
		compile:  func(m *maker) { m.equalSums(m.Lists) },
	},
	"region-sum": {
		lists:    path,
		sentence: "The line {cells} has the same sum in each box that it passes, each time it passes.",
		compile: func(m *maker) {
			if slices.Max(m.board.Regions) < 0 {
				m.fail("the grid has no boxes")
				return
			}
			var parts [][]int
			for i, cell := range m.Lists[0] {
				if i == 0 || m.board.Regions[cell] != m.board.Regions[m.Lists[0][i-1]] {
					parts = append(parts, nil)
				}
				parts[len(parts)-1] = append(parts[len(parts)-1], cell)
			}
			m.equalSums(parts)
		},
	},
	"zipper": {
		lists:    path,
		sentence: "Digits equally far from the middle of the line {cells} have the same sum: the middle digit, if there is one.",
		compile: func(m *maker) {
			cells, middle := m.Lists[0], len(m.Lists[0])/2
			parts := [][]int{{cells[middle]}}
			if len(cells)%2 == 0 {
				parts = nil
			}
			for i := range middle {
				parts = append(parts, []int{cells[i], cells[len(cells)-1-i]})
			}
			m.equalSums(parts)
		},
	},
	"product": {
		value: number, lists: setOfCells,
		sentence: "The product of {cells} is {value}.",
		compile: func(m *maker) {
			product := m.number(0)
			m.word(m.Lists[0], "", func() (*clause.Automaton, error) {
				return build(m, 1, func(k, d int) (int, bool) {
					if k *= m.worth(d); product == 0 {
						k = min(k, 1)
					}
					return k, k == product || k != 0 && product%k == 0 && k <= largest
				}, func(k int) bool { return k == product })
			})
		},
	},
	"no-sum": {
		value: number, lists: setOfCells,
		sentence: "Digits in {cells} differ, and none of them nor any several sum to {value}.",
		compile: func(m *maker) {
			m.differ(m.Lists[0])
			m.noSum(m.number(0))
		},
	},
	"ten-line": {
		value: number, lists: path,
		sentence: "The line {cells} falls into parts that sum to {value} each.",
		compile: func(m *maker) {
			sum := m.number(0)
			if sum > m.most() {
				m.never(m.Lists[0][0])
				return
			}
			m.word(m.Lists[0], "", func() (*clause.Automaton, error) {
				type state struct {
					sum  int
					done bool // a part has been read
				}
				return build(m, state{}, func(s state, d int) (state, bool) {
					if s.sum += m.worth(d); s.sum == sum {
						return state{done: true}, true
					}
					return s, s.sum < sum
				}, func(s state) bool { return s.done && s.sum == 0 })
			})
		},
	},
}

var manyTimes = cellForm{least: 1, set: true, repeats: true}

// equalSums gives each list of cells the sum of the first.
func (m *maker) equalSums(lists [][]int) {
	for i := 1; i < len(lists); i++ {
		m.difference(lists[i], lists[0], 0)
	}
}

// noSum has no digit nor any several of the first list make a sum. They differ, so that a state is the set of digits so
// far.
func (m *maker) noSum(sum int) {
	m.word(m.Lists[0], "", func() (*clause.Automaton, error) {
		return build(m, clause.Digits(0), func(s clause.Digits, d int) (clause.Digits, bool) {
			return s.With(d), !s.Has(d) && !m.makes(s, sum-m.worth(d))
		}, func(clause.Digits) bool { return true })
	})
}

// makes reports whether some digits of a set, or none, make a sum.
func (m *maker) makes(digits clause.Digits, sum int) bool {
	if digits == 0 || sum < 0 {
		return sum == 0
	}
	d := digits.Max()
	return m.makes(digits.Without(d), sum) || m.makes(digits.Without(d), sum-m.worth(d))
}
