package board

import (
	"math/bits"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// TestBoardStaysConsistent strikes and places at random and compares both sides of the board: what follows
// candidate by candidate must be what follows from the cells' candidates alone.
func TestBoardStaysConsistent(t *testing.T) {
	frames := map[string]*Frame{}
	for _, text := range []string{"4", "6/2x3", "9", "9+x", "5/j:AAABBACCBBACCDBEECDDEEEDD"} {
		frames[text] = NewFrame(sudoku.MustGeometry(text))
	}
	rapid.Check(t, func(t *rapid.T) {
		f := frames[rapid.SampledFrom([]string{"4", "6/2x3", "9", "9+x", "5/j:AAABBACCBBACCDBEECDDEEEDD"}).Draw(t,
			"geometry")]
		b, turned := NewBoard(f), NewBoard(f)
		for range rapid.IntRange(1, 60).Draw(t, "moves") {
			cell := rapid.IntRange(0, f.Cells-1).Draw(t, "cell")
			v := rapid.IntRange(0, f.N-1).Draw(t, "digit")
			switch {
			case !b.Can(cell, v):
			case rapid.Bool().Draw(t, "place"):
				b.Place(cell, v)
			case bits.OnesCount64(b.Cand[cell]) > 1:
				b.Strike(cell, v)
			}
			if b.Broken {
				return
			}
		}
		turned.CopyFrom(b)
		turned.turn()
		if !slices.Equal(b.Pos, turned.Pos) || !slices.Equal(b.Single, turned.Single) || turned.Broken ||
			!slices.Equal(b.Ripe, turned.Ripe) {
			t.Fatalf("board and its turned cells differ after %v", b.Value)
		}
	})
}

// turn derives Pos, Single and Ripe from the cells' candidates, one by one.
func (b *Board) turn() {
	clear(b.Pos)
	for c, vs := range b.Cand {
		b.Broken = b.Broken || vs == 0 && b.Value[c] == 0
		for _, s := range b.Seats[c] {
			for m := vs; m != 0; m &= m - 1 {
				b.Pos[int(s.House)*b.N+bits.TrailingZeros64(m)] |= 1 << uint(s.Slot)
			}
		}
	}
	for h := range b.Houses {
		var some, single uint64
		for v := range b.N {
			switch bits.OnesCount64(b.Places(h, v)) {
			case 0:
			case 1:
				single |= 1 << uint(v)
				fallthrough
			default:
				some |= 1 << uint(v)
			}
		}
		if b.Houses[h].Full {
			b.setSingle(h, single)
			b.Broken = b.Broken || bits.OnesCount64(some) != int(b.Empty[h])
		}
	}
}
