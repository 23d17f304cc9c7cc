package dataset

import (
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

func TestConstraintsInWordsAndCells(t *testing.T) {
	p, err := sudoku.ParsePuzzle("9:~arrow:r1c6-r1c12~cage=15:r1c345~all-dots")
	if err != nil {
		t.Fatal(err)
	}
	want := "all-dots\narrow: r1c6 / r1c1 r1c2\ncage 15: r1c3 r1c4 r1c5"
	if got := elements(p); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	want = "Neighbours without a dot are neither consecutive nor one twice the other.\n" +
		"Digits along the arrow from r1c6 sum to the number in its circle.\nDigits in the cage r1c345 differ and sum to 15."
	if got := sentences(p); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
