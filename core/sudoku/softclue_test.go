package sudoku_test

import (
	"math"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

func TestBadSoftClues(t *testing.T) {
	clue := func(allowed sudoku.Digits, prob ...float64) sudoku.SoftClue {
		return sudoku.SoftClue{Cell: 6, Allowed: allowed, Prob: prob}
	}
	for name, c := range map[string]sudoku.SoftClue{
		"negative":       clue(sudoku.DigitSet(1, 2), -0.5, 1.5, 0, 0),
		"not one":        clue(sudoku.DigitSet(1, 2), 0.5, 0.4, 0, 0),
		"nothing":        clue(0),
		"outside":        clue(sudoku.DigitSet(1, 2), 0.5, 0.25, 0.25, 0),
		"of probability": clue(sudoku.DigitSet(1, 2), 1, 0, 0, 0),
		"no number":      clue(sudoku.DigitSet(1, 2), math.NaN(), 0.5, 0, 0),
		"too few":        clue(sudoku.DigitSet(1, 2), 0.5, 0.5),
		"unknown digit":  clue(sudoku.DigitSet(1, 7)),
	} {
		if c.Check(4) == nil {
			t.Errorf("%s: %+v passes", name, c)
		}
	}
}
