package entropy

import (
	"context"

	"github.com/sudokuctl/sudokuctl/core/search"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/plugins/internal/nine"
)

// fast is the default strategy: the 9×9 engine where it fits, else the general one.
type fast struct {
	nine    *nine.Engine
	grid    [81]uint8
	general *search.Engine
	watch   watch // of general
}

// newFast returns the strategy with a kernel of the 9×9 engine, by name or the fastest that runs here ("auto").
func newFast(kernel string) *fast {
	if engine, ok := nine.NewKernel(kernel); ok {
		return &fast{nine: engine}
	}
	return &fast{nine: nine.New()}
}

// sliceGuesses is how many guesses the 9×9 engine makes between two looks at the context.
const sliceGuesses = 2048

// Solve emits all solutions.
func (f *fast) Solve(ctx context.Context, p *sudoku.Puzzle,
	emit func(sudoku.Grid) bool) (sudoku.Stats, error) {
	if p.Geometry().IsClassic() && len(p.Clauses()) == 0 {
		return f.solveNine(ctx, p, emit)
	}
	if f.general == nil || f.general.Geometry() != p.Geometry() {
		f.general = search.New(p.Geometry())
		f.general.Guess, f.general.Late = f.watch.step, f.watch.over
	}
	f.watch = newWatch(ctx)
	if f.general.Load(p) {
		f.general.Search(emit)
	}
	return sudoku.Stats{Guesses: f.watch.steps}, f.watch.err
}

// solveNine looks at the context when the engine pauses and after every so many solutions.
func (f *fast) solveNine(ctx context.Context, p *sudoku.Puzzle,
	emit func(sudoku.Grid) bool) (sudoku.Stats, error) {
	f.nine.Load((*[81]uint8)(p.Givens()))
	for _, s := range p.Soft() {
		for d := range 9 {
			if !s.Allowed.Has(d + 1) {
				f.nine.Strike(s.Cell, uint8(d+1))
			}
		}
	}
	found, more := 0, true
	for more {
		status := f.nine.Next(&f.grid, sliceGuesses)
		if status == nine.Found {
			found++
			more = emit(f.grid[:])
		}
		more = more && status != nine.Exhausted
		if status == nine.Paused || found%sliceGuesses == sliceGuesses-1 {
			if err := ctx.Err(); err != nil {
				return sudoku.Stats{Guesses: f.nine.Guesses()}, err
			}
		}
	}
	return sudoku.Stats{Guesses: f.nine.Guesses()}, nil
}
