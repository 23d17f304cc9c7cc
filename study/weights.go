package study

import (
	"strconv"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Weights says of how many minimal puzzles one of a sample with a controlled bias is, on average, by the number of its
// givens, and in one unit: that of an attempt of the generator on one solution grid.
type Weights map[int]float64

// ReadWeights finds the weights in what a generator reports; nil if there are none.
func ReadWeights(extra []sudoku.Measure) Weights {
	var w Weights
	for _, m := range extra {
		givens, named := strings.CutPrefix(m.Name, "weight_")
		if n, err := strconv.Atoi(givens); named && err == nil {
			if w == nil {
				w = Weights{}
			}
			w[n] = m.Value
		}
	}
	return w
}

// Of returns the weight of a puzzle in the unit of one with 25 givens.
func (w Weights) Of(givens int) float64 { return w[givens] / w[25] }
