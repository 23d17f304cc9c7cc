package constraint

import (
	"slices"

	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
)

// singles are the constraints of single cells, and of those about them.
var singles = map[string]definition{
	"odd": {
		lists:    setOfCells,
		sentence: "{cells} hold odd digits.",
		compile:  func(m *maker) { m.inEach(func(d int) bool { return m.worth(d)&1 == 1 }) },
	},
	"even": {
		lists:    setOfCells,
		sentence: "{cells} hold even digits.",
		compile:  func(m *maker) { m.inEach(func(d int) bool { return m.worth(d)&1 == 0 }) },
	},
	"low": {
		lists:    setOfCells,
		sentence: "{cells} hold digits below the middle one.",
		compile:  func(m *maker) { m.inEach(m.isLow) },
	},
	"high": {
		lists:    setOfCells,
		sentence: "{cells} hold digits above the middle one.",
		compile:  func(m *maker) { m.inEach(m.isHigh) },
	},
	"minimum": {
		lists:    setOfCells,
		sentence: "{cells} are less than the cells beside them that are not marked the same.",
		compile:  func(m *maker) { m.beside(func(a, b int) bool { return a < b }) },
	},
	"maximum": {
		lists:    setOfCells,
		sentence: "{cells} are greater than the cells beside them that are not marked the same.",
		compile:  func(m *maker) { m.beside(func(a, b int) bool { return a > b }) },
	},
	"row-index": {
		lists:    setOfCells,
		sentence: "Digits in {cells} say in which row of their column the number of their row stands.",
		compile: func(m *maker) {
			m.index(func(cell int) (place int, house []int) {
				return cell / m.board.Cols, along(m.board.Rows, cell%m.board.Cols, m.board.Cols)
			})
		},
	},
	"column-index": {
		lists:    setOfCells,
		sentence: "Digits in {cells} say in which column of their row the number of their column stands.",
		compile: func(m *maker) {
			m.index(func(cell int) (place int, house []int) {
				return cell % m.board.Cols, along(m.board.Cols, cell-cell%m.board.Cols, 1)
			})
		},
	},
	"box-index": {
		lists:    setOfCells,
		sentence: "Digits in {cells} say at which place of their box the number of their place stands.",
		compile: func(m *maker) {
			m.index(func(cell int) (place int, house []int) {
				if m.board.Regions[cell] < 0 {
					m.fail("a cell is in no box")
				}
				for other, region := range m.board.Regions {
					if region == m.board.Regions[cell] {
						house = append(house, other)
					}
				}
				return slices.Index(house, cell), house
			})
		},
	},
}

// inEach has each cell hold a digit for which something holds.
func (m *maker) inEach(holds func(d int) bool) {
	digits := m.where(holds)
	for _, cell := range m.Lists[0] {
		m.in(cell, digits)
	}
}

func (m *maker) isLow(d int) bool  { return 2*d <= m.board.N }
func (m *maker) isHigh(d int) bool { return 2*d > m.board.N+1 }

// beside has digits of each cell and of neighbours that no constraint of the name has go together.
func (m *maker) beside(holds func(a, b int) bool) {
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
}

// index has each cell say at which place of a house the number of its own place stands. Places count from 0 here, and as
// digits do, which are numbers of places whatever they are worth.
func (m *maker) index(place func(cell int) (int, []int)) {
	for _, cell := range m.Lists[0] {
		own, house := place(cell)
		for k, other := range house {
			if k != own {
				m.pair(cell, other, clause.NewRelation(m.board.N, func(a, b int) bool { return (a == k+1) == (b == own+1) }))
			}
		}
	}
}

// along returns n cells from one on, each a step further.
func along(n, first, step int) []int {
	cells := make([]int, n)
	for i := range cells {
		cells[i] = first + i*step
	}
	return cells
}
