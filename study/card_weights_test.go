package study

import (
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

func TestReadWeights(t *testing.T) {
	w := ReadWeights([]sudoku.Measure{{Name: "attempts", Value: 9}, {Name: "weight_25", Value: 4}, {Name: "weight_26", Value: 10}})
	if len(w) != 2 || w.Of(26) != 2.5 || w.Of(25) != 1 || w.Of(31) != 0 {
		t.Errorf("weights %v", w)
	}
	if w := ReadWeights([]sudoku.Measure{{Name: "attempts", Value: 9}}); w != nil {
		t.Errorf("weights %v of a generator that reports none", w)
	}
}
