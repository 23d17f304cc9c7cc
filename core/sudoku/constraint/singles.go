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

func (m *maker) isLow(d int) bool  { return 2*d <= m.board.N }
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

// index has each cell say at which place of a house the number of its own place stands. Places count from 0 here, and as
// digits do, which are numbers of places whatever they are worth.
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

// along returns n cells from one on, each a step further.
func along(n, first, step int) []int {
	cells := make([]int, n)
	for i := range cells {
		cells[i] = first + i*step
	}
	return cells
}
