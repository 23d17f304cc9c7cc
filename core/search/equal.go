package search

import (
	"slices"

	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
)

// equals adds what follows from sums that are equal to a third one, the hub: Σ A = Σ B and Σ A = Σ C make Σ B = Σ C. The
// clauses of a line that has the same sum in each box compare all boxes with the first. If a list is a single cell, each
// other is compared with that, which says most, else every two; not two lists of two cells, which say little.
func (k *compiler) equals(source []clause.Clause, done map[string]bool) {
	var hubs [][]int32
	equal := map[string][][]int32{} // to each hub
	for i := range source {
		c := &source[i]
		if c.Kind != clause.Sum || !slices.Equal(c.Total, []clause.Range{{}}) {
			continue
		}
		sides := map[int][]int32{}
		for j, cell := range c.Cells {
			sides[c.Weight(j)] = append(sides[c.Weight(j)], int32(cell))
		}
		if len(sides[1])+len(sides[-1]) == len(c.Cells) {
			hubs = append(hubs, sides[1], sides[-1])
			one, other := cellsKey(sides[1]), cellsKey(sides[-1])
			equal[one], equal[other] = append(equal[one], sides[-1]), append(equal[other], sides[1])
		}
	}
	for _, hub := range hubs {
		lists := equal[cellsKey(hub)]
		if delete(equal, cellsKey(hub)); len(hub) == 1 {
			continue
		}
		slices.SortStableFunc(lists, func(a, b []int32) int { return len(a) - len(b) })
		for i, a := range lists {
			if i > 0 && len(lists[0]) == 1 {
				break
			}
			weights := slices.Repeat([]int{-1}, len(a))
			for _, b := range lists[i+1:] {
				if (len(a) != 2 || len(b) != 2) && k.e.spend(k.n*len(b)) {
					k.sum(slices.Concat(a, b), append(weights, slices.Repeat([]int{1}, len(b))...), []clause.Range{{}}, done)
				}
			}
		}
	}
}
