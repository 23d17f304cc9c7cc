package cnf

import (
	"slices"

	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
)

// mostSets is how many sets of digits a sum of cells that differ is encoded by.
const mostSets = 200

// sets encodes a sum of cells that differ by the sets of digits that make it; it is false if there are too many.
func (e *encoder) sets(c *clause.Clause) bool {
	if c.Kind != clause.Sum || slices.ContainsFunc(c.Weights, func(w int) bool { return w != c.Weights[0] }) || !e.apart(c.Cells) {
		return false
	}
	sets, ok := e.makeUp(c)
	if !ok {
		return false
	}
	present := make([]int32, e.n+1)
	for d := 1; d <= e.n; d++ {
		present[d] = e.present(c.Cells, d)
	}
	chosen := make([]int32, len(sets))
	for i := range chosen {
		chosen[i] = e.fresh()
	}
	e.add(chosen...)
	for d := 1; d <= e.n; d++ {
		with, without := []int32{-present[d]}, []int32{present[d]}
		for i, set := range sets {
			if set.Has(d) {
				with = append(with, chosen[i])
				e.add(-chosen[i], present[d])
			} else {
				without = append(without, chosen[i])
				e.add(-chosen[i], -present[d])
			}
		}
		e.add(with...)
		e.add(without...)
	}
	return true
}

// apart reports whether cells all differ, because they are in one house or in one clause that says so.
func (e *encoder) apart(cells []int) bool {
	if sorted := slices.Sorted(slices.Values(cells)); len(slices.Compact(sorted)) < len(cells) {
		return false
	}
	holdsAll := func(all []int) bool {
		return !slices.ContainsFunc(cells, func(cell int) bool { return !slices.Contains(all, cell) })
	}
	g := e.puzzle.Geometry()
	for _, h := range g.HousesOf(cells[0]) {
		if holdsAll(g.Houses()[h].Cells) {
			return true
		}
	}
	return slices.ContainsFunc(e.differing, holdsAll)
}

// makeUp returns the sets of as many digits as a sum has cells, which are allowed in them and make it.
func (e *encoder) makeUp(c *clause.Clause) (sets []clause.Digits, ok bool) {
	var allowed clause.Digits
	for _, cell := range c.Cells {
		allowed |= e.allowed[cell]
	}
	var choose func(from, left, sum int, set clause.Digits)
	choose = func(from, left, sum int, set clause.Digits) {
		if left == 0 && slices.ContainsFunc(c.Total, func(r clause.Range) bool { return r.Low <= sum && sum <= r.High }) {
			sets = append(sets, set)
		}
		for d := from; left > 0 && d <= e.n-left+1 && len(sets) <= mostSets; d++ {
			if allowed.Has(d) {
				choose(d+1, left-1, sum+d*c.Weight(0), set.With(d))
			}
		}
	}
	choose(1, len(c.Cells), 0, 0)
	return sets, len(sets) <= mostSets
}

// present returns a literal that says whether a digit stands in one of some cells. If it does, it stands nowhere else
// in their houses.
func (e *encoder) present(cells []int, digit int) int32 {
	lit := e.fresh()
	places := []int32{-lit}
	for _, cell := range cells {
		if e.allowed[cell].Has(digit) {
			places = append(places, e.holds(cell, digit))
			e.add(-e.holds(cell, digit), lit)
		}
	}
	e.add(places...)
	for _, other := range e.puzzle.Geometry().Peers(cells[0]) {
		if e.allowed[other].Has(digit) && !slices.Contains(cells, other) && e.seesAll(other, cells) {
			e.add(-lit, -e.holds(other, digit))
		}
	}
	return lit
}

// seesAll reports whether a cell differs from all of some others by a house.
func (e *encoder) seesAll(cell int, others []int) bool {
	peers := e.puzzle.Geometry().Peers(cell)
	return !slices.ContainsFunc(others, func(other int) bool {
		_, found := slices.BinarySearch(peers, other)
		return !found
	})
}
