package logic

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
	frames := map[string]*frame{}
	for _, text := range []string{"4", "6/2x3", "9", "9+x", "5/j:AAABBACCBBACCDBEECDDEEEDD"} {
		frames[text] = newFrame(sudoku.MustGeometry(text))
	}
	rapid.Check(t, func(t *rapid.T) {
		f := frames[rapid.SampledFrom([]string{"4", "6/2x3", "9", "9+x", "5/j:AAABBACCBBACCDBEECDDEEEDD"}).Draw(t,
			"geometry")]
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
		if !slices.Equal(b.pos, turned.pos) || !slices.Equal(b.single, turned.single) || turned.broken ||
			!slices.Equal(b.ripe, turned.ripe) {
			t.Fatalf("board and its turned cells differ after %v", b.value)
		}
	})
}

// turn derives pos, single and ripe from the cells' candidates, one by one.
func (b *board) turn() {
	clear(b.pos)
	for c, vs := range b.cand {
		b.broken = b.broken || vs == 0 && b.value[c] == 0
		for _, s := range b.seats[c] {
			for m := vs; m != 0; m &= m - 1 {
				b.pos[int(s.house)*b.n+bits.TrailingZeros64(m)] |= 1 << uint(s.slot)
			}
		}
	}
	for h := range b.houses {
		var some, single uint64
		for v := range b.n {
			switch bits.OnesCount64(b.places(h, v)) {
			case 0:
			case 1:
				single |= 1 << uint(v)
				fallthrough
			default:
				some |= 1 << uint(v)
			}
		}
		if b.houses[h].full {
			b.setSingle(h, single)
			b.broken = b.broken || bits.OnesCount64(some) != int(b.empty[h])
		}
	}
}

// TestLoad compares a board that was loaded with the one that comes of placing the givens.
func TestLoad(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := sudoku.MustGeometry(rapid.SampledFrom([]string{"4", "6/2x3", "9", "9+x", "16"}).Draw(t, "geometry"))
		p := &sudoku.Puzzle{Geometry: g, Givens: make(sudoku.Grid, g.Cells())}
		f := newFrame(g)
		want := newBoard(f)
		for range rapid.IntRange(0, 5).Draw(t, "soft cells") {
			s := sudoku.SoftClue{Cell: rapid.IntRange(0, f.cells-1).Draw(t, "soft"),
				Allowed: sudoku.AllDigits(f.n) &^ sudoku.Digits(rapid.Uint64Range(0, 1<<f.n-2).Draw(t, "out"))}
			p.Soft = append(p.Soft, s)
			want.cand[s.Cell] &= uint64(s.Allowed)
		}
		want.turn()
		for range rapid.IntRange(0, 2*f.n).Draw(t, "givens") {
			cell := rapid.IntRange(0, f.cells-1).Draw(t, "cell")
			v := rapid.IntRange(0, f.n-1).Draw(t, "digit")
			if want.can(cell, v) {
				p.Givens[cell] = uint8(v + 1)
				want.place(cell, v)
			}
		}
		got := newBoard(f)
		got.load(p)
		if got.broken != want.broken || !want.broken && (!slices.Equal(got.cand, want.cand) ||
			!slices.Equal(got.pos, want.pos) || !slices.Equal(got.single, want.single) ||
			!slices.Equal(got.ripe, want.ripe) || !slices.Equal(got.empty, want.empty) || got.left != want.left) {
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
