package create

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// The mean weight of a walk is the mean number of completions, which is known exactly.
func TestWalksAreUnbiased(t *testing.T) {
	var n nine
	rng := rand.New(rand.NewPCG(1, 2))
	grid := make(sudoku.Grid, 81)
	sum := 0.0
	const walks = 20_000
	for range walks {
		n.cross(grid, rng)
		if w, ok := n.walk(grid, rng); ok {
			sum += w
		}
	}
	const exact = 6670903752021072936960.0 / (362880 * 2612736.0 * 2612736.0)
	if mean := sum / walks; math.Abs(mean/exact-1) > 0.05 {
		t.Errorf("mean weight %.0f, want %.0f", mean, exact)
	}
}
