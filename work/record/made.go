package record

import "github.com/sudokuctl/sudokuctl/core/sudoku"

// Made is a puzzle that was made.
type Made struct {
	Puzzle   string `json:"puzzle"`
	Geometry string `json:"geometry"`
	Clues    int    `json:"clues"`
}

// NewMade returns the record of a puzzle.
func NewMade(p *sudoku.Puzzle) Made { return Made{p.String(), p.Geometry().String(), p.Clues()} }
