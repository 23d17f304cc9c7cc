package board

import (
	"math/bits"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestPickIsInBinaryOrder compares the search for choices with the plain one over all subsets.
func TestPickIsInBinaryOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sets := rapid.SliceOfN(rapid.Uint64Range(0, 255), 1, 9).Draw(t, "sets")
		k := rapid.IntRange(2, 4).Draw(t, "k")
		var got, want []uint64
		p := Pick{sets, k, func(chosen, union uint64) bool { got = append(got, chosen); return false }}
		p.Search()
		for chosen := range uint64(1) << len(sets) {
			union, whole := uint64(0), true
			for m := chosen; m != 0; m &= m - 1 {
				set := sets[bits.TrailingZeros64(m)]
				union |= set
				whole = whole && set != 0
			}
			if bits.OnesCount64(chosen) == k && bits.OnesCount64(union) == k && whole {
				want = append(want, chosen)
			}
		}
		if !slices.Equal(got, want) {
			t.Fatalf("picked %b, want %b", got, want)
		}
	})
}
