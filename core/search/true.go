package search

import "github.com/sudokuctl/sudokuctl/core/sudoku"

// TrueCandidates finds the digits that the solutions of a puzzle have in each cell, as far as Guess and Late let it. Sure has
// a set for each cell of digits that a solution is known to have, and gets those of the solutions found. Possible are those
// that may be in a solution: where the two are equal nothing is left open. A puzzle without solution has none of either.
//
// Each search decides something new: it looks for a solution with a digit that no solution has had so far, taking such
// digits first on its way. If it finds one, all digits of the solution are sure; if there is none, the digit goes for good
// and its consequences are drawn.
func (e *Engine) TrueCandidates(p *sudoku.Puzzle, sure []sudoku.Digits) (possible []sudoku.Digits) {
	possible = make([]sudoku.Digits, len(sure))
	defer func(order func([]Choice)) { e.Order = order }(e.Order)
	e.Order = func(choices []Choice) {
		first := 0
		for i, c := range choices {
			if !sure[c.Cell].Has(int(c.Digit)) {
				choices[first], choices[i] = c, choices[first]
				first++
			}
		}
	}
	if (!e.Load(p) || !e.Propagate()) && !e.late {
		return possible
	}
	for cell := range sure {
		if e.late {
			break
		}
		for d := range e.Candidates(cell).All {
			if !sure[cell].Has(d) && e.Candidates(cell).Has(d) && !e.decide(cell, d, sure) {
				return possible
			}
		}
	}
	for c := range possible {
		possible[c] = e.Candidates(c)
	}
	return possible
}

// decide looks for a solution with a digit in a cell, adds its digits to sure, or strikes the digit if there is none. It
// reports whether the puzzle can have a solution.
func (e *Engine) decide(cell, digit int, sure []sudoku.Digits) bool {
	root, all := e.Mark(), true
	if e.Assign(cell, digit) {
		all = e.Search(func(g sudoku.Grid) bool {
			for c, d := range g {
				sure[c] = sure[c].With(int(d))
			}
			return false
		})
	}
	e.Undo(root)
	return !all || e.late || e.Strike(cell, digit) && e.Propagate() || e.late
}
