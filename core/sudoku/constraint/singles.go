package constraint

import (
	"slices"

	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
)

// singles are the constraints of single cells, and of those about them.
var singles = map[string]definition{
	"odd":  inEach("{cells} hold odd digits.", func(m *maker, d int) bool { return m.worth(d)&1 == 1 }),
	"even": inEach("{cells} hold even digits.", func(m *maker, d int) bool { return m.worth(d)&1 == 0 }),
	"low":  inEach("{cells} hold digits below the middle one.", (*maker).isLow),
	"high": inEach("{cells} hold digits above the middle one.", (*maker).isHigh),
	"minimum": beside("{cells} are less than the cells beside them that are not marked the same.",
		func(a, b int) bool { return a < b }),
	"maximum": beside("{cells} are greater than the cells beside them that are not marked the same.",
		func(a, b int) bool { return a > b }),
	"row-index": index("Digits in {cells} say in which row of their column the number of their row stands.",
		func(m *maker, cell int) (place int, house []int) {
			return cell / m.board.Cols, along(m.board.Rows, cell%m.board.Cols, m.board.Cols)
		}),
	"column-index": index("Digits in {cells} say in which column of their row the number of their column stands.",
		func(m *maker, cell int) (place int, house []int) {
			return cell % m.board.Cols, along(m.board.Cols, cell-cell%m.board.Cols, 1)
		}),
	"box-index": index("Digits in {cells} say at which place of their box the number of their place stands.",
		func(m *maker, cell int) (place int, house []int) {
			if m.board.Regions[cell] < 0 {
				m.fail("a cell is in no box")
			}
			for other, region := range m.board.Regions {
				if region == m.board.Regions[cell] {
					house = append(house, other)
				}
			}
			return slices.Index(house, cell), house
		}),
}

// ofCells is a constraint of cells in any order.
func ofCells(sentence string, compile func(m *maker)) definition {
	return definition{lists: setOfCells, sentence: sentence, compile: compile}
}

// inEach has each cell hold a digit for which something holds.
func inEach(sentence string, holds func(m *maker, d int) bool) definition {
	return ofCells(sentence, func(m *maker) {
		digits := m.where(func(d int) bool { return holds(m, d) })
		for _, cell := range m.Lists[0] {
			m.in(cell, digits)
		}
	})
}

// isLow reports whether a digit is below the middle one.
func (m *maker) isLow(d int) bool { return 2*d <= m.board.N }

// isHigh reports whether a digit is above the middle one.
func (m *maker) isHigh(d int) bool { return 2*d > m.board.N+1 }

// beside has digits of each cell and of neighbours that no constraint of the name has go together.
func beside(sentence string, holds func(a, b int) bool) definition {
	return ofCells(sentence, func(m *maker) {
		marked := map[int]bool{}
		named(m.all, func(c *Constraint) {
			for _, cell := range c.Lists[0] {
				marked[cell] = true
			}
		}, m.Name)
		relation := clause.NewRelation(m.board.N, holds)
		m.board.neighbours(func(a, b int) {
			switch {
			case slices.Contains(m.Lists[0], a) && !marked[b]:
				m.pair(a, b, relation)
			case slices.Contains(m.Lists[0], b) && !marked[a]:
				m.pair(b, a, relation)
			}
		})
	})
}

// index has each cell say at which place of a house the number of its own place stands. Places count from 0 here, and
// as digits do, which are numbers of places whatever they are worth.
func index(sentence string, place func(m *maker, cell int) (int, []int)) definition {
	return ofCells(sentence, func(m *maker) {
		for _, cell := range m.Lists[0] {
			own, house := place(m, cell)
			for k, other := range house {
				if k != own {
					m.pair(cell, other, clause.NewRelation(m.board.N, func(a, b int) bool { return (a == k+1) == (b == own+1) }))
				}
			}
		}
	})
}

// along returns n cells, or numbers, from one on, each a step further.
func along(n, first, step int) []int {
	cells := make([]int, n)
	for i := range cells {
		cells[i] = first + i*step
	}
	return cells
}

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
				m.add(clause.Clause{Kind: clause.Count, Cells: cells, Digits: sets,
					Total: []clause.Range{{Low: 1, High: len(cells)}}})
			}
		},
	},
}

// notConsecutive reports whether two digits are not neighbours in size.
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
