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
	rng := rand.New(rand.NewPCG(seed, 1))
	p := &sudoku.Puzzle{Geometry: g, Givens: make(sudoku.Grid, g.Cells())}
	for _, c := range rng.Perm(g.Cells())[:g.N()/2] {
		p.Givens[c] = uint8(p.Candidates()[c].Min())
		if Solutions(p, 1) == nil {
			p.Givens[c] = 0
		}
	}
	p.Givens = Solutions(p, 1)[0]
	for _, c := range rng.Perm(g.Cells())[:min(tries, g.Cells())] {
		v := p.Givens[c]
		p.Givens[c] = 0
		if len(Solutions(p, 2)) != 1 {
			p.Givens[c] = v
		}
	}
	return p
}

// Solutions returns the solutions of a puzzle, limit at the most.
func Solutions(p *sudoku.Puzzle, limit int) []sudoku.Grid {
	var found []sudoku.Grid
	s := paper.NewSolver(2, true)
	s.Solve(context.Background(), p, func(g sudoku.Grid) bool {
		found = append(found, g.Clone())
		return len(found) < limit
	})
	return found
}
