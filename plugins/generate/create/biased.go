package create

import (
	"fmt"
	"math"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// biased makes minimal puzzles whose bias is known, after D. Berthier, Unbiased Statistics of a Constraint
// Satisfaction Problem – a Controlled-Bias Generator, 2009.
//
// Givens of a solution grid of N cells are taken away one by one, the next one drawn from all that are left. A
// carver puts back a given that cannot go; here the whole attempt ends. If at that moment no other given can go
// either, the puzzle is minimal, and it is made. A minimal puzzle with n givens is made if the first N − n cells
// drawn are those that it leaves empty, whatever their order: everything on the way holds the puzzle, so it has one
// solution and is not minimal. That has the probability
//
//	(N − n)! n! / N! = 1 / C(N, n)
//
// for each minimal puzzle with n givens of each grid. A sample is biased by the number of givens alone, and the
// weight C(N, n) removes the bias.
//
// On the classic 9×9 four attempts in a million succeed. What nearly all attempts have in common is therefore done
// once: attempts that have come down to a number of givens go on from there several times (splits). This leaves the
// expected number of times that each puzzle is made in proportion. But one puzzle in ten then shares its grid, and many
// givens, with the one before it, and several attempts come to one puzzle, which is made once: seldom if it has few givens,
// with 29 one time in fourteen, and with 30 more often than not. The chance that it is made at all still depends on
// the number of its givens alone; weight is one divided by it.
type biased struct {
	c        *carver
	splits   []split
	solution sudoku.Grid
	givens   sudoku.Grid
	levels   [][]int // the givens left, for each split that is being made and the attempt itself
	found    []sudoku.Grid
}

// split says that an attempt with so many givens left goes on as several.
type split struct{ left, children int }

// classicSplits make a puzzle in a fiftieth of the time.
var classicSplits = []split{{36, 16}, {31, 64}}

// attemptsPerGrid is how often a grid is begun with. It costs as much as some twenty attempts to get to the first split.
const attemptsPerGrid = 32

func newBiased(c *carver) *biased {
	b := &biased{c: c, givens: make(sudoku.Grid, c.g.Cells())}
	if c.g.IsClassic() {
		b.splits = classicSplits
	}
	for range len(b.splits) + 1 {
		b.levels = append(b.levels, make([]int, 0, c.g.Cells()))
	}
	return b
}

// fromGrid draws a solution grid and returns the different minimal puzzles that the attempts on it made, mostly none.
func (b *biased) fromGrid() (puzzles []*sudoku.Puzzle) {
	b.found = b.found[:0]
	if b.solution = b.c.engine.grid(b.c.rng); b.solution == nil {
		return nil
	}
	for range attemptsPerGrid {
		copy(b.givens, b.solution)
		b.c.unsure = false
		left := b.c.rng.Perm(len(b.givens))
		if len(b.splits) > 0 {
			first := b.splits[0].left
			if !b.c.canLose(b.givens, b.solution, left[first:]) {
				continue
			}
			left = left[:first]
		}
		b.descend(append(b.levels[0][:0], left...), len(left), false, b.splits)
	}
	for i, givens := range b.found {
		if !slices.ContainsFunc(b.found[:i], func(g sudoku.Grid) bool { return slices.Equal(g, givens) }) {
			puzzles = append(puzzles, sudoku.MustPuzzle(b.c.g, givens))
		}
	}
	return puzzles
}

// attempts is how many attempts fromGrid makes, those that end before a split counted as often as its children.
func (b *biased) attempts() int64 {
	n := int64(attemptsPerGrid)
	for _, s := range b.splits {
		n *= int64(s.children)
	}
	return n
}

// chance is the probability that the attempts on a grid make a minimal puzzle of it that has n givens.
func (b *biased) chance(n int) float64 {
	levels := append([]split{{len(b.givens), attemptsPerGrid}}, b.splits...)
	chance, next := 1.0, n // of an attempt that has come down to next givens, all of the puzzle among them
	for _, level := range slices.Backward(levels) {
		if level.left >= n {
			held := choices(level.left-n, next-n) / choices(level.left, next) // the puzzle is among those that stay
			chance = -math.Expm1(float64(level.children) * math.Log1p(-held*chance))
			next = level.left
		}
	}
	return chance
}

// choices is the number of ways to choose k of n.
func choices(n, k int) float64 {
	ways := 1.0
	for i := range k {
		ways *= float64(n-i) / float64(i+1)
	}
	return ways
}

// weights says how many minimal puzzles of its number of givens one puzzle stands for, in the unit of an attempt: C(N, n),
// but for puzzles that several attempts come to. No puzzle has more givens than the first split.
func (b *biased) weights() (all []sudoku.Measure) {
	most := len(b.givens)
	if len(b.splits) > 0 {
		most = b.splits[0].left
	}
	for n := 1; n <= most; n++ {
		all = append(all, sudoku.Measure{Name: fmt.Sprintf("weight_%d", n), Value: float64(b.attempts()) / b.chance(n)})
	}
	return all
}

// descend takes givens away until the attempt ends or splits. left are the cells that are given; those from open on
// are known to be needed, and if sure is set, those before it are known to be able to go.
func (b *biased) descend(left []int, open int, sure bool, splits []split) {
	for {
		if len(splits) > 0 && len(left) == splits[0].left {
			b.split(left, open, splits)
			return
		}
		i := b.c.rng.IntN(len(left))
		if i >= open || !b.goes(left[i], sure) {
			break
		}
		sure = false
		last := len(left) - 1
		left[i], left[open-1], left[last] = left[open-1], left[last], left[i]
		left, open = left[:last], open-1
	}
	if sure && open > 0 {
		return
	}
	for ; open > 0; open-- {
		if b.goes(left[open-1], false) {
			return
		}
	}
	if !b.c.unsure {
		b.found = append(b.found, b.givens.Clone())
	}
}

// goes takes a given away if the solution stays the only one; sure says that it does.
func (b *biased) goes(cell int, sure bool) bool {
	if sure {
		b.givens[cell] = 0
		return true
	}
	return b.c.canLose(b.givens, b.solution, []int{cell})
}

// split goes on from one state several times. If that is often, it first finds out which givens can go at all.
func (b *biased) split(left []int, open int, splits []split) {
	children, sure := splits[0].children, false
	if children >= len(left) {
		sure = true
		for i := open - 1; i >= 0; i-- {
			if b.goes(left[i], false) {
				b.givens[left[i]] = b.solution[left[i]]
				continue
			}
			open--
			left[i], left[open] = left[open], left[i]
		}
	}
	level := len(b.levels) - len(splits)
	for range children {
		b.descend(append(b.levels[level][:0], left...), open, sure, splits[1:])
		for _, cell := range left {
			b.givens[cell] = b.solution[cell]
		}
	}
}
