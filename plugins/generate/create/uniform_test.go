package create

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/plugins/internal/nine"
	"pgregory.net/rapid"
)

// The mean weight of a walk is the mean number of completions, which is known exactly.
func TestWalksAreUnbiased(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var partial, grid [81]uint8
	sum := 0.0
	const walks = 20_000
	for range walks {
		cross(&partial, rng)
		if w, ok := nine.Walk(&partial, &grid, rng); ok {
			sum += w
		}
	}
	const exact = 6670903752021072936960.0 / (362880 * 2612736.0 * 2612736.0)
	if mean := sum / walks; math.Abs(mean/exact-1) > 0.05 {
		t.Errorf("mean weight %.0f, want %.0f", mean, exact)
	}
}

// Both engines count the same.
func TestEnginesAgree(t *testing.T) {
	g := sudoku.Classic()
	fast := newEngine(t.Context(), g, 1)
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
