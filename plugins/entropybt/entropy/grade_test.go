package entropy

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/symmetry"
)

func TestInformationEntropy(t *testing.T) {
	for line, want := range map[string]int{fig1: 101, zhaiA: 206, zhaiB: 304, zhaiC: 209, majiTwo: 329} {
		if k, of, err := informationEntropy(t.Context(), parse(t, line)); k != want || of != 729 || err != nil {
			t.Errorf("%s: %d/%d instead of %d/729", line, k, of, want)
		}
	}
}

// With constraints, candidates are what they leave: the cage 3 holds 1 and 2, so that the other cells of its row and box hold
// 3 and 4, and the rest of the grid is left alone.
func TestInformationEntropyBeyondHouses(t *testing.T) {
	for line, want := range map[string]int{
		"4:~cage=3:r1c12":                 48,
		"4:1...............~cage=3:r1c12": 41,
		"4:~thermo:r1c1234":               52,
		"4:1111............~cage=3:r1c12": 0,
	} {
		p, err := sudoku.ParsePuzzle(line)
		if err != nil {
			t.Fatal(err)
		}
		if k, of, err := informationEntropy(t.Context(), p); k != want || of != 64 || err != nil {
			t.Errorf("%s: %d/%d instead of %d/64", line, k, of, want)
		}
	}
}

// Theorem 1: the entropy is the same after relabelling, transposition, rotation, reflection, and exchanges of
// bands, stacks, rows in a band and columns in a stack; so is the number of empty cells.
func TestTheorem1(t *testing.T) {
	geometries := []string{"4", "6", "9", "9+x", "9/l", "12", "16"}
	rapid.Check(t, func(t *rapid.T) {
		g := sudoku.MustGeometry(rapid.SampledFrom(geometries).Draw(t, "geometry"))
		grid := make(sudoku.Grid, g.Cells())
		for _, cell := range rapid.SliceOf(rapid.IntRange(0, g.Cells()-1)).Draw(t, "cells") {
			grid[cell] = uint8(rapid.IntRange(1, g.N()).Draw(t, "digit"))
		}
		p := sudoku.MustPuzzle(g, grid)
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		image := symmetry.RandomImage(p, rng)
		before, _ := grader{}.Grade(context.Background(), p)
		after, _ := grader{}.Grade(context.Background(), image)
		if !slices.Equal(before, after) {
			t.Fatalf("%s: %v, image %v", p, before, after)
		}
	})
}
