package constraint

import (
	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
)

// wholes are the constraints of the whole grid. Those of neighbours without marks are among the pairs.
var wholes = map[string]definition{
	"nonconsecutive": {
		sentence: "Neighbours are not consecutive.",
		compile:  func(m *maker) { m.shifted(notConsecutive, [2]int{0, 1}, [2]int{1, 0}) },
	},
	"diagonal-nonconsecutive": {
		sentence: "Cells that touch at a corner are not consecutive.",
		compile:  func(m *maker) { m.shifted(notConsecutive, [2]int{1, 1}, [2]int{1, -1}) },
	},
	"anti-taxicab": {
		sentence: "No two cells hold the digit that says how many steps by a side are between them.",
		compile: func(m *maker) {
			for down := range m.board.Rows {
				for right := 1 - m.board.Cols; right < m.board.Cols; right++ {
					steps := down + max(right, -right)
					if down > 0 && right != 0 && steps <= m.worth(m.board.N) {
						m.shifted(func(a, b int) bool { return a != b || m.worth(a) != steps }, [2]int{down, right})
					}
				}
			}
		},
	},
	"global-entropy": {
		sentence: "Each 2×2 cells hold a low, a middle and a high digit.",
		compile:  func(m *maker) { m.threeClasses(m.third) },
	},
	"global-mod": {
		sentence: "Each 2×2 cells hold all remainders of a division by three.",
		compile:  func(m *maker) { m.threeClasses(func(d int) int { return d % 3 }) },
	},
	"flatmates": {
		sentence: "Above or below each middle digit stands another: the least one above or the greatest one below.",
		compile: func(m *maker) {
			n := m.board.N
			if n%2 == 0 {
				m.fail("%d digits have no middle one", n)
			}
			others := clause.All(n).Without((n + 1) / 2)
			for cell := range n * m.board.Cols {
				cells, sets := []int{cell}, []clause.Digits{others}
				if above := cell - m.board.Cols; above >= 0 {
					cells, sets = append(cells, above), append(sets, clause.Digits(0).With(1))
				}
				if below := cell + m.board.Cols; below < n*m.board.Cols {
					cells, sets = append(cells, below), append(sets, clause.Digits(0).With(n))
				}
				m.add(clause.Clause{Kind: clause.Count, Cells: cells, Digits: sets, Total: []clause.Range{{Low: 1, High: len(cells)}}})
			}
		},
	},
}

func notConsecutive(a, b int) bool { return distance(a, b) != 1 }

// shifted has each cell and those that lie some rows below and columns to the right hold digits that go together.
func (m *maker) shifted(holds func(a, b int) bool, by ...[2]int) {
	relation := clause.NewRelation(m.board.N, holds)
	for row := range m.board.Rows {
		for col := range m.board.Cols {
			for _, d := range by {
				if r, c := row+d[0], col+d[1]; r < m.board.Rows && c >= 0 && c < m.board.Cols {
					m.pair(row*m.board.Cols+col, r*m.board.Cols+c, relation)
				}
			}
		}
	}
}

// threeClasses has each 2×2 cells hold a digit of each of three classes.
func (m *maker) threeClasses(class func(d int) int) {
	m.board.squares(func(cells []int) {
		for k := range 3 {
			m.atLeast(cells, m.where(func(d int) bool { return class(d) == k }), 1)
		}
	})
}
