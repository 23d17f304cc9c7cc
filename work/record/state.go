package record

import (
	"fmt"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// MostSteps is how many steps of a state are listed, unless somebody asks for others.
const MostSteps = 200

// WithMarks returns a puzzle of which a person has struck candidates. Marks has for each cell those that are left, such as
// "257", or "" for all.
func WithMarks(p *sudoku.Puzzle, marks []string) (*sudoku.Puzzle, error) {
	g := p.Geometry()
	if len(marks) != g.Cells() {
		return nil, fmt.Errorf("%d marks for %d cells", len(marks), g.Cells())
	}
	var soft []sudoku.SoftClue
	for cell, text := range marks {
		allowed := p.Allowed(cell)
		if left, err := digits(g, text); err != nil {
			return nil, fmt.Errorf("marks of %s: %w", g.CellName(cell), err)
		} else if left != 0 {
			allowed &= left
		}
		switch {
		case p.Givens()[cell] != 0:
		case allowed == 0:
			return nil, fmt.Errorf("marks of %s: the puzzle allows none of %s", g.CellName(cell), text)
		case allowed != sudoku.AllDigits(g.N()):
			soft = append(soft, sudoku.SoftClue{Cell: cell, Allowed: allowed})
		}
	}
	return p.With(sudoku.Soft(soft...))
}

// digits reads the digits of marks: symbols one after the other, or with blanks between them.
func digits(g *sudoku.Geometry, text string) (all sudoku.Digits, err error) {
	symbols := strings.Fields(text)
	if len(symbols) == 1 && !g.Alphabet().Spaced() {
		symbols = strings.Split(symbols[0], "")
	}
	for _, symbol := range symbols {
		d := 1
		for d <= g.N() && g.Alphabet().Symbol(d) != symbol {
			d++
		}
		if d > g.N() {
			return 0, fmt.Errorf("%q is not a digit", symbol)
		}
		all = all.With(d)
	}
	return all, nil
}

// NewState returns the state of a puzzle with the givens of another as what has been entered so far, and with marks, nil for
// all that the values leave.
func NewState(p, entered *sudoku.Puzzle, marks []string) (*sudoku.State, error) {
	if entered.Geometry().String() != p.Geometry().String() {
		return nil, fmt.Errorf("the values are those of another geometry, %s", entered.Geometry())
	}
	state := &sudoku.State{Puzzle: p, Values: entered.Givens()}
	if marks != nil {
		marked, err := WithMarks(p.WithGivens(state.Values), marks)
		if err != nil {
			return nil, err
		}
		state.Candidates = marked.Candidates()
	}
	return state, state.Check()
}

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
