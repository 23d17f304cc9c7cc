package generate

import (
	"math"
	"testing"
)

// Puzzles that no climb begins with count, too: the nearest of a shortfall is that of all that were rated.
func TestNearestIsThatOfAllPuzzles(t *testing.T) {
	h := &hunt{target: &target{Range: Range{"variant_step", math.Inf(-1), 1.5}}, value: math.NaN(), nearest: math.NaN()}
	for _, value := range []float64{2.8, 1.5, 4} {
		if err := h.take(nil, value); err != nil {
			t.Fatal(err)
		}
	}
	h.best, h.value = nil, math.NaN() // as after a climb
	if err := h.take(nil, 3); err != nil || h.nearest != 1.5 {
		t.Errorf("the nearest is %v, want 1.5 (%v)", h.nearest, err)
	}
}
