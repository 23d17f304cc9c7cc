package ladder

import (
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/paper"
)

// solutions says what is known of how many solutions a puzzle has.
type solutions uint8

const (
	notCounted solutions = iota
	NoSolution
	OneSolution
	SeveralSolutions
)

// IsUnique counts the solutions of the puzzle, once, as far as two, and reports whether there is exactly one.
// The ladder asks before it uses techniques that argue from uniqueness; a puzzle that needs none of them is
// never counted, since its steps are the proof.
func (e *Engine) IsUnique() bool {
	if e.Known == notCounted {
		e.Known = e.count()
	}
	return e.Known == OneSolution
}

func (e *Engine) count() solutions {
	if e.counter == nil {
		e.counter = paper.NewSolver(2, true)
	}
	switch found := e.counter.Count(e.Ctx, e.Board, 2); {
	case found >= 2:
		return SeveralSolutions
	case e.Ctx.Err() != nil:
		return notCounted
	case found == 1:
		return OneSolution
	}
	return NoSolution
}
