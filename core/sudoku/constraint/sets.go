package constraint

import "github.com/sudokuctl/sudokuctl/core/sudoku/clause"

// sets are the constraints that say which digits are among some cells.
var sets = map[string]definition{
	"quad": {
		value: digits, lists: setOfCells,
		sentence: "{cells} hold {all}.",
		compile:  func(m *maker) { m.eachCount(m.tally(), m.contain) },
	},
	"contain": {
		value: digits, lists: setOfCells,
		sentence: "{cells} hold {all}, each at least as often as named.",
		compile:  func(m *maker) { m.eachCount(m.tally(), m.contain) },
	},
	"contain-exactly": {
		value: digits, lists: setOfCells,
		sentence: "{cells} hold {all}, each exactly as often as named.",
		compile:  func(m *maker) { m.eachCount(m.tally(), m.exactly) },
	},
	"look-and-say": {
		value: counts, lists: setOfCells,
		sentence: "{cells} hold {counts}, exactly as often.",
		compile:  func(m *maker) { m.eachCount(m.counts(), m.exactly) },
	},
	"same-digits": {
		lists: listForm{first: cellForm{least: 1, set: true, repeats: true},
			others: cellForm{least: 1, set: true, repeats: true},
			least:  2, most: mostLists, alike: true, free: true},
		sentence: "{lists} hold the same digits, each as often.",
		compile: func(m *maker) {
			for _, list := range m.Lists[1:] {
				for d := 1; d <= m.board.N; d++ {
					m.balanced(m.Lists[0], clause.Digits(0).With(d), list, clause.Digits(0).With(d))
				}
			}
		},
	},
	"clone": {
		lists: listForm{first: cellForm{least: 1}, others: cellForm{least: 1}, least: 2, most: 2,
			alike: true, free: true},
		sentence: "{lists} hold the same digits in the same order.",
		compile: func(m *maker) {
			equal := clause.NewRelation(m.board.N, func(a, b int) bool { return a == b })
			for i, cell := range m.Lists[0] {
				m.pair(cell, m.Lists[1][i], equal)
			}
		},
	},
	"equality": {
		lists:    setOfCells,
		sentence: "Digits in {cells} differ; as many are odd as even, as many low as high, and none is the middle one.",
		compile: func(m *maker) {
			cells := m.Lists[0]
			low, high, odd := m.where(m.isLow), m.where(m.isHigh), m.where(func(d int) bool { return m.worth(d)&1 == 1 })
			m.differ(cells)
			for _, cell := range cells {
				m.in(cell, low|high)
			}
			m.balanced(cells, odd, cells, clause.All(m.board.N)&^odd)
			m.balanced(cells, low, cells, high)
		},
	},
	"circles": {
		lists:    setOfCells,
		sentence: "Each digit in {cells} says in how many of them it stands.",
		compile: func(m *maker) {
			for d := 1; d <= m.board.N; d++ {
				k := m.worth(d)
				m.counted(m.Lists[0], clause.Digits(0).With(d), clause.Range{}, clause.Range{Low: k, High: k})
			}
		},
	},
	"extra": {
		lists:    setOfCells,
		sentence: "Digits in {cells} differ.",
		compile:  func(m *maker) { m.differ(m.Lists[0]) },
	},
}

// tally returns how many times the value names each digit.
func (m *maker) tally() []int {
	counts := make([]int, m.board.N+1)
	for _, d := range m.digits() {
		counts[d]++
	}
	return counts
}

// eachCount calls has with each digit that is counted, and how often it is.
func (m *maker) eachCount(counts []int, has func(d, k int)) {
	for d, k := range counts {
		if k > 0 {
			has(d, k)
		}
	}
}

// contain has the cells of the first list hold a digit k times or more.
func (m *maker) contain(d, k int) { m.atLeast(m.Lists[0], clause.Digits(0).With(d), k) }

// exactly has the cells of the first list hold a digit k times.
func (m *maker) exactly(d, k int) {
	m.counted(m.Lists[0], clause.Digits(0).With(d), clause.Range{Low: k, High: k})
}
