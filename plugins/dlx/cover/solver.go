package cover

import (
	"context"

	"github.com/sudokuctl/sudokuctl/core/spec"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Solver finds all solutions of a puzzle of any geometry. It keeps the matrix of the latest geometry.
type Solver struct {
	search
	allowed []sudoku.Digits // in each cell, by soft clues
}

// New returns a solver without a matrix; the first puzzle of a geometry builds it.
func New() *Solver { return &Solver{} }

// Solve emits every solution. Guesses counts the options tried that were not the last of their item; the
// measure nodes all options tried.
func (s *Solver) Solve(ctx context.Context, p *sudoku.Puzzle, emit func(sudoku.Grid) bool) (sudoku.Stats, error) {
	s.prepare(p.Geometry())
	s.ctx, s.emit, s.err = ctx, emit, ctx.Err()
	s.search.nodes, s.guesses = 0, 0
	if s.err == nil {
		s.run(p)
	}
	s.ctx, s.emit = nil, nil
	nodes := sudoku.Measure{Name: "nodes", Value: float64(s.search.nodes)}
	return sudoku.Stats{Guesses: s.guesses, Extra: []sudoku.Measure{nodes}}, s.err
}

func (s *Solver) prepare(g *sudoku.Geometry) {
	if s.matrix != nil && s.geometry == g {
		return
	}
	s.matrix = newMatrix(g)
	s.grid = make(sudoku.Grid, g.Cells())
	s.allowed = make([]sudoku.Digits, g.Cells())
}

// run chooses the givens, links the rest and searches.
func (s *Solver) run(p *sudoku.Puzzle) {
	if s.chooseGivens(p.Givens()) {
		s.linkRest(p)
		s.descend()
	}
}

// chooseGivens marks the items of the givens. It returns false at the first given that clashes with an earlier one.
func (s *Solver) chooseGivens(givens sudoku.Grid) bool {
	clear(s.taken)
	for c, v := range givens {
		if v == 0 {
			continue
		}
		for _, n := range s.nodesOf(s.option(c, int(v))) {
			if s.taken[n.item] {
				return false
			}
			s.taken[n.item] = true
		}
		s.grid[c] = v
	}
	return true
}

// linkRest links what the givens leave: the items that they do not hold, and the options that hold none of
// theirs and that soft clues allow.
func (s *Solver) linkRest(p *sudoku.Puzzle) {
	s.linkHeads()
	for c := range s.allowed {
		s.allowed[c] = sudoku.AllDigits(s.geometry.N())
	}
	for _, c := range p.Soft() {
		s.allowed[c.Cell] = c.Allowed
	}
	for c, v := range p.Givens() {
		if v != 0 {
			continue
		}
		for d := 1; d <= s.geometry.N(); d++ {
			if o := s.option(c, d); s.allowed[c].Has(d) && s.free(o) {
				s.link(o)
			}
		}
	}
}

// Spec describes the plugin dlx.
func Spec() spec.Spec {
	return spec.Spec{
		Info: sudoku.Info{
			ID:            "dlx",
			Name:          "Dancing links",
			Version:       "0.1.0",
			Summary:       "Knuth's Algorithm X on the exact cover of any geometry, shortest column first",
			Licence:       "MIT",
			Reference:     "D. E. Knuth, Dancing Links, 2000; baseline G of Gunther & Moon 2012, Table I [gunther2012]",
			Complete:      true,
			Deterministic: true,
			SoftClues:     true,
			Fast:          true,
		},
		Solver: func(sudoku.Settings) (sudoku.Solver, error) { return New(), nil },
	}
}
