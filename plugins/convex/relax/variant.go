package relax

import "github.com/sudokuctl/sudokuctl/core/sudoku"

// plainVariants take puzzles without constraints alone: x is free there, or houses alone send messages.
var plainVariants = []string{"sparse", "reweighted", "belief", "sinkhorn", "marginals"}

// newStrategy makes the strategy that the setting variant names.
func newStrategy(s settings, f *frame, p *program) (strategy, error) {
	switch v := s.Variant; v {
	case "sparse":
		return newSparse(f, 0), nil
	case "reweighted":
		return newSparse(f, s.Reweightings), nil
	case "ilp":
		return newIntegerTree(f, p, s.MaxNodes), nil
	case "auto":
		return newTree(f, p, s)
	case "belief", "sinkhorn", "marginals":
		return newMessages(s, f), nil
	default:
		r, err := newRecipe(v, s)
		return &exploration{walk: newWalk(r, p)}, err
	}
}

// exploration is a line C to F of Table I: the walk alone, on the model after clue elimination.
type exploration struct{ walk *walk }

func (e *exploration) solve(r *run) error {
	e.walk.trace = r.trace
	outcome := e.walk.run(r.board)
	r.iterations = e.walk.iterations
	switch outcome {
	case solved:
		if r.emit(e.walk.grid) {
			return sudoku.ErrGaveUp
		}
	case failed:
		return sudoku.ErrGaveUp
	case stopped:
		return r.ctx.Err()
	}
	return nil
}
