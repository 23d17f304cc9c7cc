package bench

import (
	"time"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Sample is one answer of one solver to one puzzle. A puzzle that a run repeats gives several.
type Sample struct {
	Solver   string // plugin id, with version and settings where several of them are compared
	Puzzle   int64
	Verdict  sudoku.Verdict
	Found    int64         // solutions
	Self     time.Duration // time inside the algorithm
	Guesses  int64
	Measures []sudoku.Measure
}
