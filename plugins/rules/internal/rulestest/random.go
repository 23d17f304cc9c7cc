package rulestest

import (
	"context"
	"math/rand/v2"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/paper"
)

// Variants are geometries with boxes, regions, further houses, small houses and none.
var Variants = []string{"4", "6/2x3", "8/2x4", "9", "9+x", "9+w", "5/j:AAABBACABBCCDBECDDEECDDEE", "6/l",
	"8/2x4+k"}

// Random returns a puzzle with one solution: a random grid without as many of its clues as is tried.
func Random(g *sudoku.Geometry, seed uint64, tries int) *sudoku.Puzzle {
	rng := random(seed)
	p := sudoku.MustPuzzle(g, nil)
	for _, c := range rng.Perm(g.Cells())[:g.N()/2] {
		q := with(p, c, uint8(p.Candidates()[c].Min()))
		if solutions(&patience{Context: context.Background(), left: 1000}, q, 1) != nil {
			p = q
		}
	}
	p = p.WithGivens(Solutions(p, 1)[0])
	for _, c := range rng.Perm(g.Cells())[:min(tries, g.Cells())] {
		if q := with(p, c, 0); len(Solutions(q, 2)) == 1 {
			p = q
		}
	}
	return p
}

// random returns the random numbers of a seed.
func random(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 1)) }

// with returns p with another value in a cell.
func with(p *sudoku.Puzzle, cell int, value uint8) *sudoku.Puzzle {
	givens := p.Givens().Clone()
	givens[cell] = value
	return p.WithGivens(givens)
}

// patience is a context that ends after it was asked as often as left says. Few clues in the wrong cells can keep
// the solver busy for hours; to count its guesses, not the time, makes the same puzzle of a seed everywhere.
type patience struct {
	context.Context
	left int
}

func (p *patience) Err() error {
	if p.left--; p.left < 0 {
		return context.DeadlineExceeded
	}
	return nil
}

// Solutions returns the solutions of a puzzle, limit at the most.
func Solutions(p *sudoku.Puzzle, limit int) []sudoku.Grid {
	return solutions(context.Background(), p, limit)
}

func solutions(ctx context.Context, p *sudoku.Puzzle, limit int) []sudoku.Grid {
	var found []sudoku.Grid
	s := paper.NewSolver(2, true)
	s.Solve(ctx, p, func(g sudoku.Grid) bool {
		found = append(found, g.Clone())
		return len(found) < limit
	})
	return found
}
