package create

import (
	"bytes"
	"context"
	"math/bits"
	"math/rand/v2"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/plugins/internal/nine"
)

// grid implements engine. All 6.67·10²¹ solution grids are equally likely, but for the bound.
//
// The first band and the first stack are drawn uniformly: the first box is any of 9!, and every first box has
// the same number of bands and of stacks. The four boxes left have K completions, K depending on what was
// drawn, so it will not do to draw one of the K. Instead one path of a search tree is walked at random
// (nine.Walk); a completion at the end of a path with w = the product of the numbers of permutations chosen from
// is reached with probability 1/w. It is accepted with probability w/bound, which makes 1/bound for every grid;
// a dead end, or a refusal, starts again from an empty grid.
//
// Grids at the end of a path with w > bound come too seldom. Over four million walks the excess, which is the
// distance from the uniform distribution in total variation, was 0.015 for the bound 24,576, 0.004 for 32,768,
// 0.0005 for 65,536 and 0.0002 for 131,072. The time grows with the bound. (The mean of w, dead ends counting 0,
// must be the mean of K, the number of grids / (9!·2612736²) = 2693: it was 2694.)
func (c *classic) grid(rng *rand.Rand) sudoku.Grid {
	var partial, grid [81]uint8
	for {
		cross(&partial, rng)
		w, ok := nine.Walk(&partial, &grid, rng)
		if ok && rng.Float64()*c.bound < w {
			return grid[:]
		}
	}
}

// cross fills the first band and the first stack of an otherwise empty grid.
func cross(grid *[81]uint8, rng *rand.Rand) {
	clear(grid[:])
	var band, stack [3][9]uint8
	for i, d := range rng.Perm(9) {
		band[i/3][i%3] = uint8(d + 1)
		stack[i%3][i/3] = uint8(d + 1)
	}
	drawBand(&band, rng)
	drawBand(&stack, rng)
	for i := range 3 {
		for j := range 9 {
			grid[9*i+j] = band[i][j]
			grid[9*j+i] = stack[i][j]
		}
	}
}

// drawBand fills boxes two and three of a band whose first box is given, uniformly: two rows at random
// until no box has a digit twice; the third row's digits in each box are then those missing, in any order.
func drawBand(band *[3][9]uint8, rng *rand.Rand) {
	first, second := missing(&band[0]), missing(&band[1])
	for {
		p, q := &sixOrders[rng.IntN(720)], &sixOrders[rng.IntN(720)]
		var left, right uint16
		for i := range 3 {
			left |= 1<<first[p[i]] | 1<<second[q[i]]
			right |= 1<<first[p[i+3]] | 1<<second[q[i+3]]
		}
		if bits.OnesCount16(left) != 6 || bits.OnesCount16(right) != 6 {
			continue
		}
		for i := range 6 {
			band[0][i+3], band[1][i+3] = first[p[i]], second[q[i]]
		}
		putThree(band[2][3:6], 0x3FE&^left, rng)
		putThree(band[2][6:9], 0x3FE&^right, rng)
		return
	}
}

// missing returns the six digits that the first three cells of a row do not hold.
func missing(row *[9]uint8) (digits [6]uint8) {
	have := uint16(1)<<row[0] | 1<<row[1] | 1<<row[2]
	i := 0
	for d := uint8(1); d <= 9; d++ {
		if have>>d&1 == 0 {
			digits[i] = d
			i++
		}
	}
	return digits
}

// putThree writes the three digits of a set in random order.
func putThree(row []uint8, set uint16, rng *rand.Rand) {
	for i := range row {
		row[i] = uint8(bits.TrailingZeros16(set))
		set &= set - 1
	}
	rng.Shuffle(3, func(i, j int) { row[i], row[j] = row[j], row[i] })
}

// sixOrders are the orders of six things.
var sixOrders = func() (orders [720][6]uint8) {
	for k := range orders {
		rest := []uint8{0, 1, 2, 3, 4, 5}
		for i, m := 0, k; i < 6; i++ {
			pick := m % (6 - i)
			m /= 6 - i
			orders[k][i] = rest[pick]
			rest = append(rest[:pick], rest[pick+1:]...)
		}
	}
	return orders
}()

// classic is the engine of the classic 9×9. Its grids are in uniform.go.
type classic struct {
	search *nine.Engine
	found  [81]uint8
	bound  float64 // of grid
}

// other looks for a second solution by the 9×9 search.
func (c *classic) other(givens, solution []uint8, changed int) answer {
	c.search.Load((*[81]uint8)(givens))
	if changed >= 0 {
		c.search.Strike(changed, solution[changed])
	}
	for c.next() {
		if !bytes.Equal(c.found[:], solution) {
			return yes
		}
	}
	return no
}

// count counts solutions up to a limit by the 9×9 search.
func (c *classic) count(givens []uint8, limit int, last []uint8) int {
	c.search.Load((*[81]uint8)(givens))
	found := 0
	for found < limit && c.next() {
		found++
		copy(last, c.found[:])
	}
	return found
}

// next finds the next solution and reports whether there is one.
func (c *classic) next() bool {
	for {
		const guesses = 1 << 30
		switch c.search.Next(&c.found, guesses) {
		case nine.Found:
			return true
		case nine.Exhausted:
			return false
		}
	}
}

// answer is yes, no, or undecided when a search was given up.
type answer int8

const (
	no answer = iota
	yes
	undecided
)

// engine answers the questions of which making puzzles consists.
type engine interface {
	// other says whether the givens have a solution other than the one known. If changed is a cell, only
	// solutions with another digit there count.
	other(givens, solution []uint8, changed int) answer
	// count returns the number of solutions, limit at most, and writes one of them to last.
	count(givens []uint8, limit int, last []uint8) int
	// grid draws a solution grid; nil if it did not find one.
	grid(rng *rand.Rand) sudoku.Grid
}

// newEngine makes the engine of a geometry; bound says how uniform grids are, see classic.grid.
func newEngine(ctx context.Context, g *sudoku.Geometry, bound float64) engine {
	if g.IsClassic() {
		return &classic{search: nine.New(), bound: bound}
	}
	return newGeneral(ctx, g)
}
