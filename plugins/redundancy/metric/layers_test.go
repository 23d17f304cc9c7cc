package metric

import (
	"context"
	"math"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"pgregory.net/rapid"
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

// Givens alone are weighed as the tensor weighs them.
func TestGivensAreWeighedAsInTheTensor(t *testing.T) {
	p, err := sudoku.ParsePuzzle("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
	if err != nil {
		t.Fatal(err)
	}
	l := newLayers(p.Geometry())
	l.lay(p.Givens())
	got, ok := new(Grader).weigh(p)
	if want := l.totals; !ok || got.covered != want.covered || got.laid != want.laid || got.shared != want.shared || got.twoClues != want.twoClues {
		t.Errorf("%+v, %v; want %+v", got, ok, want)
	}
}

// cage=3:r1c12 strikes 3 and 4 from its cells, 1 and 2 from the rest of its row and its box, and what is left of the box strikes 3
// and 4 from the rest of row 2: 16 places, those of cage=7:r1c34. The thermometer strikes 12 places of its row, 12 of columns and 4
// more of boxes, and of all these 4 in columns are those of the cage.
func TestRedundancyOfConstraints(t *testing.T) {
	for text, want := range map[string]totals{
		"4:~cage=3:r1c12":                {covered: 16, laid: 16},
		"4:~cage=3:r1c12~cage=7:r1c34":   {covered: 16, laid: 32, shared: 32, twoClues: 16},
		"4:~cage=3:r1c12~thermo:r4c1234": {covered: 40, laid: 44, shared: 8, twoClues: 4},
	} {
		p, err := sudoku.ParsePuzzle(text)
		if err != nil {
			t.Fatal(err)
		}
		if got, ok := new(Grader).weigh(p); !ok || got != want {
			t.Errorf("%s: %+v, %v; want %+v", text, got, ok, want)
		}
	}
	p, _ := sudoku.ParsePuzzle("4:~cage=3:r1c12~cage=7:r1c34")
	g, err := newGrader(usual)
	if err != nil {
		t.Fatal(err)
	}
	grades, err := g.Grade(context.Background(), p)
	if err != nil || len(grades) != 3 || grades[0].Metric != "r_average" || math.IsNaN(grades[0].Value) {
		t.Errorf("%v, %v", grades, err)
	}
}
