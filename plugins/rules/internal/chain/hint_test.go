package chain

import (
	"math"
	"testing"
)

func TestLengthRating(t *testing.T) {
	steps := []int{4, 6}
	for len(steps) < 24 {
		steps = append(steps, 2*steps[len(steps)-2])
	}
	for n := range maxLength + 1 {
		want := 0.0
		for i := 0; i < len(steps) && n-2 > steps[i]; i++ {
			want += 0.1
		}
		if got := lengthRating(n); got != want {
			t.Fatalf("%d nodes: %v, want %v", n, got, want)
		}
	}
}

// Below a rating only shorter chains are wanted, whether there is a hint or not.
func TestLimitBelow(t *testing.T) {
	var h hintList
	for _, below := range []float64{6.5, 6.6, 6.65, 7, 7.3, 9} {
		for _, kind := range []chainKind{xChain, yChain, xyChain} {
			h.reset(false)
			h.below = below
			want := 0
			for n := 1; n <= maxLength && math.Round((cycleBase(kind)+lengthRating(n))*10)/10 < below; n++ {
				want = n
			}
			if got := h.limit(cycleBase(kind), kind); got != want {
				t.Errorf("below %v, kind %d: %d nodes, want %d", below, kind, got, want)
			}
			h.add(&chainHint{rating: cycleBase(kind), size: 4, kind: kind})
			if got := h.limit(cycleBase(kind), kind); got != min(want, 3) {
				t.Errorf("below %v, kind %d, with a hint of 4 nodes: %d nodes, want %d", below, kind, got, min(want, 3))
			}
		}
	}
}
