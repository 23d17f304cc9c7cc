package logic

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
	if e.counter == nil {
		e.counter = newPaperSolver(2, true)
	}
	switch found := e.counter.count(e.ctx, e.board, 2); {
	case found >= 2:
		return severalSolutions
	case e.ctx.Err() != nil:
		return notCounted
	case found == 1:
		return oneSolution
	}
	return noSolution
}
