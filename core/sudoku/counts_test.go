package sudoku_test

import (
	"errors"
	"testing"

	"pgregory.net/rapid"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// TestGivensClashAsPeersSay compares the words of counts with pairs of peers, on givens with few clashes or none.
func TestGivensClashAsPeersSay(t *testing.T) {
	g := sudoku.MustGeometry("9")
	rapid.Check(t, func(t *rapid.T) {
		givens := pattern()
		for i := range givens {
			if rapid.IntRange(0, 3).Draw(t, "kept") > 0 {
				givens[i] = 0
			}
		}
		givens[rapid.IntRange(0, 80).Draw(t, "cell")] = rapid.ByteRange(0, 9).Draw(t, "digit")
		clash := false
		for i, v := range givens {
			for _, peer := range g.Peers(i) {
				clash = clash || v != 0 && givens[peer] == v
			}
		}
		err := sudoku.CheckGivens(sudoku.MustPuzzle(g, givens))
		if conflict := new(sudoku.ConflictError); errors.As(err, &conflict) != clash {
			t.Fatalf("givens %v: %v, want a clash: %v", givens, err, clash)
		}
	})
}

// TestAnEmptyPuzzleHasNoClash has nine empty cells in every house, the most that is counted of anything.
func TestAnEmptyPuzzleHasNoClash(t *testing.T) {
	p := sudoku.MustPuzzle(sudoku.MustGeometry("9"), nil)
	if err := sudoku.CheckGivens(p); err != nil {
		t.Error(err)
	}
	if err := sudoku.Verify(p, p.Givens()); err == nil {
		t.Error("an empty grid is a solution")
	}
}

func BenchmarkCheckGivens(b *testing.B) {
	p, err := sudoku.ParsePuzzle("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if err := sudoku.CheckGivens(p); err != nil {
			b.Fatal(err)
		}
	}
}
