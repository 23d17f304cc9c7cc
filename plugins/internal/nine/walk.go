package nine

import (
	"math/bits"
	"math/rand/v2"
)

// Walk follows one path of the scalar kernel's search tree: at each guess it takes one of the permutations that
// the digit has left, each with the same probability. ok says whether the path ends at a solution, which is in
// grid then, or at a contradiction. Each solution of the givens is at the end of one path, which is taken with
// probability 1/choices: choices is the product of the numbers of permutations that there were to take.
func Walk(givens, grid *[81]uint8, rng *rand.Rand) (choices float64, ok bool) {
	var b board
	if !b.load(givens) {
		return 0, false
	}
	choices = 1
	for b.settle() {
		line, perms := b.tightestLine()
		if line < 0 {
			b.write(grid)
			return choices, true
		}
		open := perms & (ones << tightestDigit(perms))
		n := bits.OnesCount64(open)
		choices *= float64(n)
		taken := open
		for range rng.IntN(n) {
			taken &= taken - 1
		}
		b.setLine(line, perms&^open|taken&-taken)
	}
	return 0, false
}

// Candidates writes the digits that each cell has left once all that follows from the givens without a guess is drawn,
// bit digit−1 for a digit. It reports false if it has found that the givens have no solution. What is left is at most
// what singles, locked candidates, and triples within a minirow or minicolumn leave.
func Candidates(givens *[81]uint8, cells *[81]uint16) bool {
	var b board
	if !b.load(givens) || !b.settle() {
		return false
	}
	for r := range 9 {
		row := (*[9]uint16)(cells[9*r:])
		cell := (*[3]uint64)(b.cell[r/6][r%3*3:])
		for j := range 3 {
			x := cell[j] >> (r / 3 % 2 * 30)
			row[j], row[3+j], row[6+j] = uint16(x&digits), uint16(x>>10&digits), uint16(x>>20&digits)
		}
	}
	return true
}
