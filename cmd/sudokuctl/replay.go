package main

import "github.com/sudokuctl/sudokuctl/core/sudoku"

// replay is the state of a puzzle while the steps of an explanation are followed: values and pencil marks.
type replay struct {
	puzzle *sudoku.Puzzle
	values sudoku.Grid
	marks  []sudoku.Digits // of empty cells; a filled cell has its digit alone
}

func newReplay(p *sudoku.Puzzle) *replay {
	return &replay{puzzle: p, values: p.Givens.Clone(), marks: p.Candidates()}
}

// apply does what a step says: it strikes candidates and enters values, and what these exclude.
func (r *replay) apply(s sudoku.Step) {
	for _, c := range s.Strike {
		r.marks[c.Cell] = r.marks[c.Cell].Without(c.Digit)
	}
	for _, c := range s.Place {
		r.values[c.Cell] = uint8(c.Digit)
		r.marks[c.Cell] = sudoku.DigitSet(c.Digit)
		for _, peer := range r.puzzle.Geometry.Peers(c.Cell) {
			if r.values[peer] == 0 {
				r.marks[peer] = r.marks[peer].Without(c.Digit)
			}
		}
	}
}

// solved reports whether every cell is filled and the grid solves the puzzle.
func (r *replay) solved() bool { return sudoku.Verify(r.puzzle, r.values) == nil }

// contradiction names a cell without a candidate or a house without a place for a digit, "" if there is none.
func (r *replay) contradiction() string {
	g := r.puzzle.Geometry
	for cell, marks := range r.marks {
		if marks == 0 {
			return g.CellName(cell) + " has no candidate left"
		}
	}
	for _, h := range g.Houses() {
		var has sudoku.Digits
		for _, cell := range h.Cells {
			has |= r.marks[cell]
		}
		for d := range (sudoku.AllDigits(g.N()) &^ has).All {
			if len(h.Cells) == g.N() {
				return h.Name() + " has no place left for " + g.Alphabet().Symbol(d)
			}
		}
	}
	return ""
}
