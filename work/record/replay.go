package record

import (
	"slices"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Replay is the state of a puzzle while the steps of an explanation are followed: values and pencil marks.
type Replay struct {
	Puzzle *sudoku.Puzzle
	Values sudoku.Grid
	Marks  []sudoku.Digits // of empty cells; a filled cell has its digit alone
}

// NewReplay returns the puzzle before the first step.
func NewReplay(p *sudoku.Puzzle) *Replay {
	return &Replay{Puzzle: p, Values: p.Givens().Clone(), Marks: p.Candidates()}
}

// Clone returns a copy that shares no memory with r but the puzzle.
func (r *Replay) Clone() *Replay {
	return &Replay{Puzzle: r.Puzzle, Values: r.Values.Clone(), Marks: slices.Clone(r.Marks)}
}

// Apply does what a step says: it strikes candidates and enters values, and what these exclude.
func (r *Replay) Apply(s sudoku.Step) {
	for _, c := range s.Strike {
		r.Marks[c.Cell] = r.Marks[c.Cell].Without(c.Digit)
	}
	for _, c := range s.Place {
		r.Values[c.Cell] = uint8(c.Digit)
		r.Marks[c.Cell] = sudoku.DigitSet(c.Digit)
		for _, peer := range r.Puzzle.Geometry().Peers(c.Cell) {
			if r.Values[peer] == 0 {
				r.Marks[peer] = r.Marks[peer].Without(c.Digit)
			}
		}
	}
}

// solved reports whether every cell is filled and the grid solves the puzzle.
func (r *Replay) solved() bool { return sudoku.Verify(r.Puzzle, r.Values) == nil }

// contradiction names a cell without a candidate or a house without a place for a digit, "" if there is none.
func (r *Replay) contradiction() string {
	g := r.Puzzle.Geometry()
	for cell, marks := range r.Marks {
		if marks == 0 {
			return g.CellName(cell) + " has no candidate left"
		}
	}
	for _, h := range g.Houses() {
		var has sudoku.Digits
		for _, cell := range h.Cells {
			has |= r.Marks[cell]
		}
		for d := range (sudoku.AllDigits(g.N()) &^ has).All {
			if len(h.Cells) == g.N() {
				return h.Name() + " has no place left for " + g.Alphabet().Symbol(d)
			}
		}
	}
	return ""
}
