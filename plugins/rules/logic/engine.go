package logic

import (
	"context"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// engine applies the first hint that a ladder of techniques gives, and starts again from the easiest.
type engine struct {
	*position // of the geometry of the last puzzle; nil before the first
	ladder    []*row
	verbose   bool // write sentences
	wide      bool // see position
	rungs     []rung
	used      *row      // the technique that gave the hint
	known     solutions // what has been found out about the puzzle's solutions
	counter   *paperSolver
}

// newEngine returns an engine with the ladder of a choice, without what Sudoku Explainer rates above a rating.
func newEngine(choice string, upTo float64) (*engine, error) {
	ladder, err := choose(choice, upTo)
	if err != nil {
		return nil, err
	}
	return &engine{ladder: ladder, wide: widens(choice)}, nil
}

// rung is a technique of the ladder that the geometry allows.
type rung struct {
	technique
	*row
}

// begin sets the engine to a puzzle. What was made for the geometry of the puzzle before is kept if it is the
// same.
func (e *engine) begin(ctx context.Context, p *sudoku.Puzzle) {
	e.lay(ctx, p)
	e.load(p)
}

// beginAs does what begin does for a puzzle that a board of its geometry has been loaded with.
func (e *engine) beginAs(ctx context.Context, p *sudoku.Puzzle, loaded *board) {
	e.lay(ctx, p)
	e.copyFrom(loaded)
}

// lay makes the techniques for a puzzle's geometry.
func (e *engine) lay(ctx context.Context, p *sudoku.Puzzle) {
	if e.position == nil || !sameGeometry(e.geometry, p.Geometry) {
		e.position = newPosition(newFrame(p.Geometry))
		e.position.verbose, e.position.wide = e.verbose, e.wide
		e.rungs = e.rungs[:0]
		for _, t := range e.ladder {
			if e.classic || t.needs != needUnique {
				e.rungs = append(e.rungs, rung{t.make(e.position), t})
			}
		}
	}
	e.set(ctx, p)
	e.known = notCounted
}

// sameGeometry reports whether two geometries have the same names and houses.
func sameGeometry(a, b *sudoku.Geometry) bool {
	return a == b || a.String() == b.String() && slices.EqualFunc(a.Houses(), b.Houses(),
		func(x, y sudoku.House) bool {
			return x.Kind == y.Kind && slices.Equal(x.Cells, y.Cells)
		})
}

// next finds the next hint and leaves it in e.hint, not applied. It reports false when the puzzle is solved
// or broken, when no technique helps, and if a technique would need a single solution that the puzzle does
// not have.
func (e *engine) next() bool {
	if e.left == 0 || e.broken {
		return false
	}
	for i := range e.rungs {
		r := &e.rungs[i]
		if r.needs != noNeed && !e.isUnique() || e.ctx.Err() != nil {
			return false
		}
		if r.each(first) {
			e.used = r.row
			return true
		}
	}
	return false
}

// first takes the first use of a technique.
func first() bool { return true }
