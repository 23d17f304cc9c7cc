package create

import (
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Both engines count the same.
func TestEnginesAgree(t *testing.T) {
	g := sudoku.Classic()
	fast := newEngine(g, 1)
	last := make([]uint8, 81)
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		givens := fast.grid(rng)
		for _, c := range rng.Perm(81)[:rapid.IntRange(40, 58).Draw(t, "empty")] {
			givens[c] = 0
		}
		if rapid.Bool().Draw(t, "spoil") {
			givens[rng.IntN(81)] = uint8(rng.IntN(9) + 1)
		}
		p := sudoku.MustPuzzle(g, givens)
		if sudoku.CheckGivens(p) != nil {
			return
		}
		n := fast.count(givens, 20, last)
		if n > 0 && sudoku.Verify(p, last) != nil {
			t.Fatalf("%s: %v is no solution", p, last)
		}
		if want := solutions(p, 20); n != want {
			t.Fatalf("%s: %d solutions, want %d", p, n, want)
		}
	})
}
