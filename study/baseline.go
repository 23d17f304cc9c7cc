package study

import (
	"math"

	"github.com/sudokuctl/sudokuctl/core/stats"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Baseline is the name under which the simple model of people's times is shown.
const Baseline = "(simple baseline)"

// folds is into how many parts puzzles are divided to predict each part from the others.
const folds = 10

// baseline predicts the logarithm of people's seconds by those of four things that anyone can count: the rounds in which
// singles are placed, all in sight at once; the sum over the rounds of empty cells for a single in sight; the cells that
// singles leave; and a rating. It is what a model of people has to beat. Each tenth of the puzzles is predicted by least
// squares from the other nine. It returns nil for too few puzzles.
func baseline(puzzles []*sudoku.Puzzle, ratings, seconds []float64) []float64 {
	if len(puzzles) < 5*folds {
		return nil
	}
	var x [][]float64
	for i, p := range puzzles {
		w := walkSingles(p)
		x = append(x, []float64{1, math.Log1p(float64(w.rounds)), math.Log1p(w.search), math.Log1p(float64(w.left)),
			math.Log(ratings[i])})
	}
	predicted := make([]float64, len(puzzles))
	for fold := range folds {
		var known [][]float64
		var times []float64
		for i := range x {
			if i%folds != fold {
				known, times = append(known, x[i]), append(times, math.Log(seconds[i]))
			}
		}
		weights := stats.Fit(known, times)
		for i := fold; i < len(x); i += folds {
			for j, w := range weights {
				predicted[i] += w * x[i][j]
			}
		}
	}
	return predicted
}

// singlesWalk is a way through a puzzle by naked and hidden singles.
type singlesWalk struct {
	rounds int
	search float64 // sum over the rounds of empty cells for a single
	left   int     // cells at the end
}

func walkSingles(p *sudoku.Puzzle) (w singlesWalk) {
	g, grid := p.Geometry(), p.Givens().Clone()
	for {
		w.left = g.Cells() - grid.Filled()
		found := singlesOf(g, grid)
		if len(found) == 0 {
			return w
		}
		w.rounds, w.search = w.rounds+1, w.search+float64(w.left)/float64(len(found))
		for cell, digit := range found {
			grid[cell] = uint8(digit)
		}
	}
}

// singlesOf finds the cells that one digit is left for, and those that a digit is left for in a house.
func singlesOf(g *sudoku.Geometry, grid sudoku.Grid) map[int]int {
	found, candidates := map[int]int{}, make([]sudoku.Digits, len(grid))
	for cell, digit := range grid {
		if digit != 0 {
			continue
		}
		candidates[cell] = sudoku.AllDigits(g.N())
		for _, peer := range g.Peers(cell) {
			if grid[peer] != 0 {
				candidates[cell] = candidates[cell].Without(int(grid[peer]))
			}
		}
		if candidates[cell].Len() == 1 {
			found[cell] = candidates[cell].Min()
		}
	}
	for _, house := range g.Houses() {
		once, more := sudoku.Digits(0), sudoku.Digits(0)
		for _, cell := range house.Cells {
			once, more = once|candidates[cell], more|once&candidates[cell]
		}
		for _, cell := range house.Cells {
			if only := candidates[cell] & once &^ more; only != 0 && len(house.Cells) == g.N() {
				found[cell] = only.Min()
			}
		}
	}
	return found
}
