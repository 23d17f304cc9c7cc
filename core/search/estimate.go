package search

import (
	"math"
	"math/rand/v2"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Estimate estimates the number of solutions of a puzzle by random dives (Knuth 1975): each goes down the tree of guesses
// by a random choice at a time until the grid is full or a contradiction shows. A full grid counts as often as there were
// ways to go on at all guesses together, a contradiction not at all; the mean of that is the number of solutions. It
// returns the mean of so many dives and its standard error, which is small only by chance if solutions are rare. A dive
// that Guess or Late ends is left out.
func (e *Engine) Estimate(p *sudoku.Puzzle, dives int, rng *rand.Rand) (mean, deviation float64) {
	if !e.Load(p) || !e.Propagate() {
		if e.late {
			return 0, math.Inf(1)
		}
		return 0, 0
	}
	root, sum, squares, done := e.Mark(), 0., 0., 0.
	for range dives {
		found, ended := e.dive(rng)
		e.Undo(root)
		if ended {
			break
		}
		sum += found
		squares += found * found
		done++
	}
	if done == 0 {
		return 0, math.Inf(1)
	}
	mean = sum / done
	return mean, math.Sqrt(max(0, squares/done-mean*mean) / done)
}

// dive returns what one dive counts, and whether it was ended early.
func (e *Engine) dive(rng *rand.Rand) (found float64, ended bool) {
	for found = 1; e.open > 0; {
		if e.Guess != nil && !e.Guess() {
			return 0, true
		}
		first := len(e.choices)
		e.choose()
		ways := e.choices[first:]
		e.choices = e.choices[:first]
		found *= float64(len(ways))
		if c := ways[rng.IntN(len(ways))]; !e.Assign(int(c.Cell), int(c.Digit)) {
			return 0, e.late
		}
	}
	return found, false
}
