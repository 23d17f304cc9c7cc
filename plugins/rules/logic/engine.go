package logic

import (
	"context"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// engine applies the first hint that a ladder of techniques gives, and starts again from the easiest.
type engine struct {
	*board
	hint       hint
	ladder     []technique
	verbose    bool // write sentences
	wide       bool // naked sets strike in all houses that hold them
	ctx        context.Context
	fitting    []technique // the ladder without what the geometry excludes
	rung       int         // of the ladder: the technique that gave the hint
	known      solutions   // what has been found out about the puzzle's solutions
	checker    *paperSolver
	sets       [sudoku.MaxSize]uint64
	digitLinks []link
	pairs      []int32
	loops      *loopFinder
	bugs       grave
	alignment  *aligned
	chains     *chains
	oblongs    []rectangle // of the geometry, made when first needed
	givens     sudoku.Grid
	soft       bool // the puzzle has soft clues
	locks      *locks
	web        *web
	weaver     *weaver
	steps      int  // hints asked for, ever: which board the chains have seen
	path       path // techniques used, where the engine rates
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

func (e *engine) lay(ctx context.Context, p *sudoku.Puzzle) {
	if e.board == nil || !sameGeometry(e.geometry, p.Geometry) {
		*e = engine{board: newBoard(newFrame(p.Geometry)), ladder: e.ladder, verbose: e.verbose, wide: e.wide}
		for i, t := range e.ladder {
			if e.classic || !t.classic {
				t.rung = i
				e.fitting = append(e.fitting, t)
			}
		}
	}
	e.givens, e.soft = p.Givens, len(p.Soft) > 0
	e.ctx, e.known = ctx, notCounted
}

// sameGeometry reports whether two geometries have the same names and houses.
func sameGeometry(a, b *sudoku.Geometry) bool {
	return a == b || a.String() == b.String() && slices.EqualFunc(a.Houses(), b.Houses(),
		func(x, y sudoku.House) bool {
			return x.Kind == y.Kind && slices.Equal(x.Cells, y.Cells)
		})
}

// next finds the next hint and leaves it in e.hint, not applied. It reports false when the puzzle is solved
// or broken, when no technique helps, and where a technique would need a single solution that the puzzle does
// not have.
func (e *engine) next() bool {
	if e.left == 0 || e.broken {
		return false
	}
	e.steps++
	for i := range e.fitting {
		if e.fitting[i].unique && !e.isUnique() || e.ctx.Err() != nil {
			return false
		}
		if e.fitting[i].find(e) {
			e.rung = e.fitting[i].rung
			return true
		}
	}
	return false
}

// set begins the description of a hint.
func (e *engine) set(technique string, rating float64) { e.hint.reset(technique, rating) }
