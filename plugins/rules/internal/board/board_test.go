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

// turn derives pos, single and ripe from the cells' candidates, one by one.
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

// TestLoad compares a board that was loaded with the one that comes of placing the givens.
func TestLoad(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := sudoku.MustGeometry(rapid.SampledFrom([]string{"4", "6/2x3", "9", "9+x", "16"}).Draw(t, "geometry"))
		p := &sudoku.Puzzle{Geometry: g, Givens: make(sudoku.Grid, g.Cells())}
		f := NewFrame(g)
		want := NewBoard(f)
		for range rapid.IntRange(0, 5).Draw(t, "soft cells") {
			s := sudoku.SoftClue{Cell: rapid.IntRange(0, f.Cells-1).Draw(t, "soft"),
				Allowed: sudoku.AllDigits(f.N) &^ sudoku.Digits(rapid.Uint64Range(0, 1<<f.N-2).Draw(t, "out"))}
			p.Soft = append(p.Soft, s)
			want.Cand[s.Cell] &= uint64(s.Allowed)
		}
		want.turn()
		for range rapid.IntRange(0, 2*f.N).Draw(t, "givens") {
			cell := rapid.IntRange(0, f.Cells-1).Draw(t, "cell")
			v := rapid.IntRange(0, f.N-1).Draw(t, "digit")
			if want.Can(cell, v) {
				p.Givens[cell] = uint8(v + 1)
				want.Place(cell, v)
			}
		}
		got := NewBoard(f)
		got.Load(p)
		if got.Broken != want.Broken || !want.Broken && (!slices.Equal(got.Cand, want.Cand) ||
			!slices.Equal(got.Pos, want.Pos) || !slices.Equal(got.Single, want.Single) ||
			!slices.Equal(got.Ripe, want.Ripe) || !slices.Equal(got.Empty, want.Empty) || got.Left != want.Left) {
			t.Fatalf("loading %v, %v leaves another board than its placements", p.Givens, p.Soft)
		}
	})
}

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
