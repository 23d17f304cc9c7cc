package beyond

import (
	"math/bits"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/board"
)

// TestNakedSetAcross compares with the definition: k cells that see each other, not all in a house or cage, hold k digits.
func TestNakedSetAcross(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k, want := drawBoard(t), map[board.Mark]bool{}
		var extend func(set []int, union uint64)
		extend = func(set []int, union uint64) {
			if n := len(set); n >= 2 && bits.OnesCount64(union) == n && k.CommonHouse(set, 0) < 0 {
				for c := range k.Cells {
					for v := range k.N {
						if places := k.places(set, v); len(places) > 0 && !slices.Contains(set, c) && k.Can(c, v) && k.seesAll(c, places) {
							want[board.Mark{Cell: c, V: v}] = true
						}
					}
				}
			}
			for c := range k.Cells {
				if len(set) < mostAcross && (len(set) == 0 || c > set[len(set)-1]) && k.seesAll(c, set) {
					extend(append(slices.Clone(set), c), union|k.Cand[c])
				}
			}
		}
		extend(nil, 0)
		k.compare(t, NakedSetAcross, want)
	})
}
