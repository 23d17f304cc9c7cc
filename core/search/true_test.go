package search

import (
	"slices"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

func TestTrueCandidates(t *testing.T) {
	for _, line := range []string{
		"4:1..............2", "4:~cage=3:r1c12~thermo:r3c123", "4:1...1...........", "4:~cage=3:r1c12~cage=7:r2c12~cage=3:r1c34",
		"6:1..4...5............................~sandwich=4:r2~or~cage=7:r1c12~cage=8:r1c12~end",
		"...8.1..........435............7.8........1...2..3....6......75..34........2..6..",
	} {
		p := parse(t, line)
		e := New(p.Geometry())
		want := make([]sudoku.Digits, p.Geometry().Cells())
		e.Count(p, 1<<30, 1<<30, func(g sudoku.Grid) {
			for c, d := range g {
				want[c] = want[c].With(int(d))
			}
		})
		e.Guess = nil
		sure := make([]sudoku.Digits, len(want))
		possible := e.TrueCandidates(p, sure)
		if !slices.Equal(sure, want) || !slices.Equal(possible, want) {
			t.Errorf("%s: %v and %v instead of %v", line, sure, possible, want)
		}
		guesses := 3
		e.Guess = func() bool { guesses--; return guesses >= 0 }
		clear(sure)
		possible = e.TrueCandidates(p, sure)
		for c := range want {
			if sure[c]&^want[c] != 0 || want[c]&^possible[c] != 0 {
				t.Errorf("%s: after three guesses cell %d has %v and %v, but %v is true", line, c, sure[c], possible[c], want[c])
			}
		}
	}
}
