package logic

import (
	"math/bits"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// TestBoardStaysConsistent strikes and places at random and compares both sides of the board: what follows candidate
// by candidate must be what follows from the cells' candidates alone.
func TestBoardStaysConsistent(t *testing.T) {
	frames := map[string]*frame{}
	for _, text := range []string{"4", "6/2x3", "9", "9+x", "5/j:AAABBACCBBACCDBEECDDEEEDD"} {
		frames[text] = newFrame(sudoku.MustGeometry(text))
	}
	rapid.Check(t, func(t *rapid.T) {
		f := frames[rapid.SampledFrom([]string{"4", "6/2x3", "9", "9+x", "5/j:AAABBACCBBACCDBEECDDEEEDD"}).Draw(t, "geometry")]
		b, turned := newBoard(f), newBoard(f)
		for range rapid.IntRange(1, 60).Draw(t, "moves") {
			cell := rapid.IntRange(0, f.cells-1).Draw(t, "cell")
			v := rapid.IntRange(0, f.n-1).Draw(t, "digit")
			switch {
			case !b.can(cell, v):
			case rapid.Bool().Draw(t, "place"):
				b.place(cell, v)
			case bits.OnesCount64(b.cand[cell]) > 1:
				b.strike(cell, v)
			}
			if b.broken {
				return
			}
		}
		turned.copyFrom(b)
		turned.turn()
		if !slices.Equal(b.pos, turned.pos) || !slices.Equal(b.single, turned.single) || turned.broken {
			t.Fatalf("board and its turned cells differ after %v", b.value)
		}
	})
}

// TestPickIsInBinaryOrder compares the search for choices with the plain one over all subsets.
func TestPickIsInBinaryOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sets := rapid.SliceOfN(rapid.Uint64Range(0, 255), 1, 9).Draw(t, "sets")
		k := rapid.IntRange(2, 4).Draw(t, "k")
		var got, want []uint64
		p := pick{sets, k, func(chosen, union uint64) bool { got = append(got, chosen); return false }}
		p.search()
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
