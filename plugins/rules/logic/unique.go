package logic

import "github.com/sudokuctl/sudokuctl/core/sudoku"

// solutions says what is known of how many solutions a puzzle has.
type solutions uint8

const (
	notCounted solutions = iota
	noSolution
	oneSolution
	severalSolutions
)

// isUnique counts the solutions of the puzzle, once, as far as two, and reports whether there is exactly one.
// The ladder asks before it uses techniques that argue from uniqueness; a puzzle that needs none of them is
// never counted, since its steps are the proof.
func (e *engine) isUnique() bool {
	if e.known == notCounted {
		e.known = e.count()
	}
	return e.known == oneSolution
}

func (e *engine) count() solutions {
	if e.counter == nil || e.counter.m.frame != e.frame {
		e.counter = &paperSolver{m: newEliminator(2), guess: true}
		e.counter.m.lay(e.frame)
	}
	m := e.counter.m
	m.copyFrom(e.board)
	m.ctx = e.ctx
	found := 0
	e.counter.search(func(sudoku.Grid) bool { found++; return found < 2 })
	switch {
	case found >= 2:
		return severalSolutions
	case e.ctx.Err() != nil:
		return notCounted
	case found == 1:
		return oneSolution
	}
	return noSolution
}
