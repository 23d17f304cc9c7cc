package board

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// TestLoad compares a board that was loaded with the one that comes of placing the givens.
func TestLoad(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := sudoku.MustGeometry(rapid.SampledFrom([]string{"4", "6/2x3", "9", "9+x", "16"}).Draw(t, "geometry"))
		values, allowed := make(sudoku.Grid, g.Cells()), slices.Repeat([]sudoku.Digits{sudoku.AllDigits(g.N())}, g.Cells())
		f := NewFrame(g)
		want := NewBoard(f)
		for range rapid.IntRange(0, 5).Draw(t, "soft cells") {
			cell := rapid.IntRange(0, f.Cells-1).Draw(t, "soft")
			allowed[cell] = sudoku.AllDigits(f.N) &^ sudoku.Digits(rapid.Uint64Range(0, 1<<f.N-2).Draw(t, "out"))
			want.Cand[cell] = uint64(allowed[cell])
		}
		var soft []sudoku.SoftClue
		for cell, digits := range allowed {
			if digits != sudoku.AllDigits(f.N) {
				soft = append(soft, sudoku.SoftClue{Cell: cell, Allowed: digits})
			}
		}
		want.turn()
		for range rapid.IntRange(0, 2*f.N).Draw(t, "givens") {
			cell := rapid.IntRange(0, f.Cells-1).Draw(t, "cell")
			v := rapid.IntRange(0, f.N-1).Draw(t, "digit")
			if want.Can(cell, v) {
				values[cell] = uint8(v + 1)
				want.Place(cell, v)
			}
		}
		got := NewBoard(f)
		got.LoadAt(sudoku.MustPuzzle(g, nil, sudoku.Soft(soft...)), values)
		if got.Broken != want.Broken || !want.Broken && (!slices.Equal(got.Cand, want.Cand) ||
			!slices.Equal(got.Pos, want.Pos) || !slices.Equal(got.Single, want.Single) ||
			!slices.Equal(got.Ripe, want.Ripe) || !slices.Equal(got.Empty, want.Empty) || got.Left != want.Left) {
			t.Fatalf("loading %v, %v leaves another board than its placements", values, soft)
		}
	})
}
