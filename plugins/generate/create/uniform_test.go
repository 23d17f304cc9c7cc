package create

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/sudokuctl/sudokuctl/plugins/internal/nine"
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
