package metric

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// The sets of bits say what the tensor says place by place.
func TestLayers(t *testing.T) {
	geometries := []string{"4", "6", "9", "9+x", "9+w+n", "9/l", "16", "9^3"}
	rapid.Check(t, func(t *rapid.T) {
		g := sudoku.MustGeometry(rapid.SampledFrom(geometries).Draw(t, "geometry"))
		l := newLayers(g)
		for range 2 { // the second lies over what the first left
			grid := make(sudoku.Grid, g.Cells())
			for _, cell := range rapid.SliceOfN(rapid.IntRange(0, g.Cells()-1), 1, 60).Draw(t, "cells") {
				grid[cell] = uint8(rapid.IntRange(1, g.N()).Draw(t, "digit"))
			}
			p := sudoku.MustPuzzle(g, grid)
			c := newCover(p)
			l.lay(p.Givens())
			if l.totals != c.totals() || l.clues != len(c.clues) || l.hypergraph().places() != l.twoClues {
				t.Fatalf("%v: %d clues %+v, want %d clues %+v", p, l.clues, l.totals, len(c.clues), c.totals())
			}
		}
	})
}
