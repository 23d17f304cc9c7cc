package beyond

import (
	"math/bits"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/board"
)

// TestClosure takes candidates from a board one after the other and asks each time of every candidate whether something impossible
// follows, as if nothing were remembered of the time before.
func TestClosure(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := drawBoard(t)
		totals, c := k.totals(), newClosure(k.Position)
		for range 4 {
			cand := slices.Clone(k.Cand)
			possible := k.follow(cand, totals)
			if got := c.begin(); got != possible || got && !slices.Equal(c.base, cand) {
				t.Fatalf("%s: %v, leaves %b; want %v, %b", k.puzzle, got, c.base, possible, cand)
			}
			for cell, vs := range k.Cand {
				for m := vs; possible && m != 0; m &= m - 1 {
					cand := slices.Clone(k.Cand)
					cand[cell] = m & -m
					mark := board.Mark{Cell: cell, V: bits.TrailingZeros64(m)}
					if got, want := c.isPossible(mark), k.follow(cand, totals); got != want {
						t.Fatalf("%s: %s in %s is possible: %v", k.puzzle, k.DigitName(mark.V), k.CellName(cell), got)
					}
				}
			}
			for range 3 {
				cell := rapid.IntRange(0, k.Cells-1).Draw(t, "cell")
				if vs := k.Cand[cell]; vs&(vs-1) != 0 {
					k.Strike(cell, bits.TrailingZeros64(vs))
				}
			}
		}
	})
}

// TestSolves compares with the definition: candidates go as long as something impossible follows from one.
func TestSolves(t *testing.T) {
	solved, stuck := 0, 0
	boards := rapid.Custom(drawBoard)
	for seed := range 100 {
		k := boards.Example(seed)
		totals, cand := k.totals(), slices.Clone(k.Cand)
		want := k.follow(cand, totals)
		for before := []uint64(nil); want && !slices.Equal(before, cand); {
			before = slices.Clone(cand)
			for cell := range cand {
				for m := before[cell]; want && bits.OnesCount64(m) > 0 && bits.OnesCount64(cand[cell]) > 1; m &= m - 1 {
					trial := slices.Clone(cand)
					if trial[cell] = m & -m; !k.follow(trial, totals) {
						cand[cell] &^= m & -m
						want = k.follow(cand, totals)
					}
				}
			}
		}
		want = want && !slices.ContainsFunc(cand, func(vs uint64) bool { return bits.OnesCount64(vs) > 1 })
		if got := Solves(k.Position); got != want {
			t.Fatalf("%s: %v", k.puzzle, got)
		}
		if want {
			solved++
		} else {
			stuck++
		}
	}
	if solved == 0 || stuck == 0 {
		t.Errorf("%d boards are solved and %d are not", solved, stuck)
	}
}
