package create

import (
	"math"
	"math/rand/v2"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// carver takes givens away from puzzles of one geometry.
type carver struct {
	g      *sudoku.Geometry
	engine engine
	rng    *rand.Rand
	orbits [][]int // cells that are given together or not at all
	checks int64   // uniqueness checks
	unsure bool    // a check was given up since the last carving began
	order  [][]int // see shuffled
}

// canLose reports whether the puzzle stays unique without some cells, each of which it is known to have unique now.
func (c *carver) canLose(givens, solution sudoku.Grid, cells []int) bool {
	changed := -1
	if len(cells) == 1 {
		changed = cells[0]
	}
	for _, cell := range cells {
		givens[cell] = 0
	}
	c.checks++
	a := c.engine.other(givens, solution, changed)
	if a == no {
		return true
	}
	for _, cell := range cells {
		givens[cell] = solution[cell]
	}
	c.unsure = c.unsure || a == undecided
	return false
}

// carve takes away orbits in the given order, where the puzzle stays unique without them, until no more
// than floor givens are left. It returns the orbits taken, in order.
func (c *carver) carve(givens, solution sudoku.Grid, order [][]int, floor int) (taken [][]int) {
	c.unsure = false
	left := givens.Filled()
	for _, orbit := range order {
		if left-len(orbit) >= floor && c.canLose(givens, solution, orbit) {
			taken = append(taken, orbit)
			left -= len(orbit)
		}
	}
	return taken
}

// shuffled returns those orbits that are given, in random order, until it is called again.
func (c *carver) shuffled(givens sudoku.Grid) [][]int {
	order := c.order[:0]
	for _, orbit := range c.orbits {
		if givens[orbit[0]] != 0 {
			order = append(order, orbit)
		}
	}
	c.rng.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	c.order = order
	return order
}

// restore gives back the last of the orbits taken so that the share n of them stays away.
func restore(givens, solution sudoku.Grid, taken [][]int, n float64) {
	for _, orbit := range taken[int(math.Round(n*float64(len(taken)))):] {
		for _, cell := range orbit {
			givens[cell] = solution[cell]
		}
	}
}

// isMinimal reports whether no single given can be left out.
func (c *carver) isMinimal(givens, solution sudoku.Grid) bool {
	c.unsure = false
	for cell, v := range givens {
		if v != 0 && c.canLose(givens, solution, []int{cell}) {
			givens[cell] = solution[cell]
			return false
		}
	}
	return !c.unsure
}

// swap makes a neighbour of a puzzle: one to three orbits are given back, more where floor asks for it, then
// givens are taken away in random order, those given back last, until none can go or floor is reached.
func (c *carver) swap(givens, solution sudoku.Grid, floor int) sudoku.Grid {
	next := givens.Clone()
	order := c.shuffled(next)
	var back [][]int
	for _, i := range c.rng.Perm(len(c.orbits)) {
		if orbit := c.orbits[i]; next[orbit[0]] == 0 {
			back = append(back, orbit)
			for _, cell := range orbit {
				next[cell] = solution[cell]
			}
		}
		if len(back) > c.rng.IntN(3) && next.Filled() >= floor {
			break
		}
	}
	c.carve(next, solution, slices.Concat(order, back), floor)
	return next
}
