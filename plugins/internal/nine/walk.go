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
