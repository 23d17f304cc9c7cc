package pump

import (
	"errors"

	"github.com/sudokuctl/sudokuctl/core/host/lifecycle"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// verdictOf returns the verdict on a puzzle that got no answer that counts.
func verdictOf(why error) sudoku.Verdict {
	switch {
	case errors.Is(why, sudoku.ErrUnsupported):
		return sudoku.Unsupported
	case errors.Is(why, lifecycle.ErrHung):
		return sudoku.Timeout
	case errors.Is(why, lifecycle.ErrExited):
		return sudoku.Crashed
	}
	return sudoku.Wrong
}

// failed returns the result of a puzzle that got no answer that counts.
func failed(p *sudoku.Puzzle, why error) sudoku.Result {
	return sudoku.Result{Puzzle: p, Verdict: verdictOf(why), Err: why}
}
