package sudoku

import "context"

// An Explainer solves a puzzle as a person would, step by step.
type Explainer interface {
	// Explain calls emit with each step in order until emit returns false, the puzzle is solved or no technique
	// helps. A nil error means solved or stopped by emit, ErrGaveUp that the techniques do not suffice.
	Explain(ctx context.Context, p *Puzzle, emit func(Step) bool) error
}

// Candidate is a digit in a cell.
type Candidate struct {
	Cell, Digit int
}

// Step is one application of a technique: the values it places and the candidates it strikes.
type Step struct {
	Technique string      // snake_case: "naked_pair"
	Rating    float64     // difficulty of this step on the Sudoku Explainer scale, 0 where it has none
	Place     []Candidate // values found
	Strike    []Candidate // candidates removed
	Cells     []int       // the pattern: cells that the step argues with
	Why       []string    // houses that the step argues with, by name: "r1", "c7", "b3"
	Text      string      // one plain English sentence
}
