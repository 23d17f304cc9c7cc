package main

import (
	"math/rand/v2"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/symmetry"
)

// randomImage returns the k-th image of a puzzle under its symmetries.
func randomImage(p *sudoku.Puzzle, k uint64) *sudoku.Puzzle {
	return symmetry.RandomImage(p, rand.New(rand.NewPCG(k, 0)))
}
