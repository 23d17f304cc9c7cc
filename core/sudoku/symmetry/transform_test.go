package symmetry_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/symmetry"
)

var transformed = []string{"4", "6", "9", "16", "9+x", "9+w", "9/l", "4^3", "9+n", "5/j:1111213222334425334455554"}

// drawTransform draws a geometry, a transformation of it, and a grid of arbitrary digits.
func drawTransform(t *rapid.T) (*sudoku.Geometry, symmetry.Transform, sudoku.Grid) {
	text := rapid.SampledFrom(transformed).Draw(t, "geometry")
	g := sudoku.MustGeometry(text)
	rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
	grid := make(sudoku.Grid, g.Cells())
	for i := range grid {
		grid[i] = uint8(rng.IntN(g.N() + 1))
	}
	return g, symmetry.RandomTransform(g, rng), grid
}

func TestTransformsKeepHouses(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, tr, _ := drawTransform(t)
		if !tr.Keeps(g) {
			t.Fatalf("%s: a house became none", g)
		}
	})
}

func TestInverseTakesBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		_, tr, grid := drawTransform(t)
		if back := tr.Inverse().Grid(tr.Grid(grid)); !slices.Equal(back, grid) {
			t.Fatalf("%v became %v", grid, back)
		}
	})
}

func TestThenIsOneAfterTheOther(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, tr, grid := drawTransform(t)
		u := symmetry.RandomTransform(g, rand.New(rand.NewPCG(7, 7)))
		if !slices.Equal(tr.Then(u).Grid(grid), u.Grid(tr.Grid(grid))) {
			t.Fatal("the product differs from the two steps")
		}
	})
}

func TestImagesHaveImagesOfCandidates(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, tr, grid := drawTransform(t)
		p := sudoku.MustPuzzle(g, grid)
		image, err := tr.Puzzle(p)
		if err != nil {
			t.Fatal(err)
		}
		before, after := p.Candidates(), image.Candidates()
		for cell, from := range tr.Cells {
			if before[from].Len() != after[cell].Len() {
				t.Fatalf("%s: %d candidates became %d", g.CellName(cell), before[from].Len(), after[cell].Len())
			}
		}
	})
}

func TestSoftCluesMoveWithTheirCells(t *testing.T) {
	p, err := sudoku.ParsePuzzle("{1:0.25,2:0.75}.3......{34}.....4")
	if err != nil {
		t.Fatal(err)
	}
	swapped := symmetry.Transpose(p.Geometry())
	swapped.Digits = []uint8{0, 2, 1, 3, 4}
	image, err := swapped.Puzzle(p)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := image.CellText(), "{1:0.75,2:0.25}.....{34}.3......4"; got != want {
		t.Errorf("%s instead of %s", got, want)
	}
	if s := image.Soft()[0]; s.Cell != 0 || s.Prob[0] != 0.75 || s.Prob[1] != 0.25 {
		t.Errorf("the first soft clue became %v", s)
	}
}

func TestRowsColumns(t *testing.T) {
	g := sudoku.MustGeometry("6")
	for name, tr := range map[string]symmetry.Transform{
		"rows": symmetry.PermuteRows(g, []int{1, 0, 2, 3, 4, 5}), "bands": symmetry.PermuteRows(g, []int{4, 5, 0, 1, 2, 3}),
		"columns": symmetry.PermuteColumns(g, []int{2, 0, 1, 3, 4, 5}),
		"stacks":  symmetry.PermuteColumns(g, []int{3, 4, 5, 0, 1, 2}),
	} {
		if !tr.Keeps(g) {
			t.Errorf("%s: a house became none", name)
		}
	}
	if symmetry.Transpose(g).Keeps(g) {
		t.Error("boxes of 2×3 survived a transposition")
	}
}
