package cover

import (
	"context"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Solver finds all solutions of a puzzle of any geometry. It keeps the matrix of the latest geometry.
type Solver struct {
	search
	banned []int32 // options that soft clues take out
	chosen []int32 // options that the givens choose
}

// New returns a solver without a matrix; the first puzzle of a geometry builds it.
func New() *Solver { return &Solver{} }

// Solve emits every solution. Guesses counts the options tried that were not the last of their item; the measure
// nodes all options tried.
func (s *Solver) Solve(ctx context.Context, p *sudoku.Puzzle, emit func(sudoku.Grid) bool) (sudoku.Stats, error) {
	s.prepare(p.Geometry)
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
	s.banned, s.chosen = s.banned[:0], s.chosen[:0]
}

// run bans what soft clues exclude, chooses the givens, searches, and takes both back.
func (s *Solver) run(p *sudoku.Puzzle) {
	for _, c := range p.Soft {
		s.banOutside(c)
	}
	if s.chooseGivens(p.Givens) {
		s.descend()
	}
	for i := len(s.chosen) - 1; i >= 0; i-- {
		s.release(s.chosen[i])
	}
	for i := len(s.banned) - 1; i >= 0; i-- {
		s.unban(s.banned[i])
	}
	s.banned, s.chosen = s.banned[:0], s.chosen[:0]
}

func (s *Solver) banOutside(c sudoku.SoftClue) {
	for d := 1; d <= s.geometry.N(); d++ {
		if !c.Allowed.Has(d) {
			o := s.option(c.Cell, d)
			s.ban(o)
			s.banned = append(s.banned, o)
		}
	}
}

// chooseGivens covers the items of the givens. It returns false at the first given that clashes with an earlier one.
func (s *Solver) chooseGivens(givens sudoku.Grid) bool {
	for c, v := range givens {
		if v == 0 {
			continue
		}
		o := s.option(c, int(v))
		for _, n := range s.matrix.nodes[s.first[o]:s.first[o+1]] {
			if s.covered[n.item] {
				return false
			}
		}
		s.seize(o)
		s.chosen = append(s.chosen, o)
		s.grid[c] = v
	}
	return true
}

// seize covers all items of an option of which none is covered.
func (s *Solver) seize(option int32) {
	for _, n := range s.matrix.nodes[s.first[option]:s.first[option+1]] {
		s.cover(n.item)
		s.covered[n.item] = true
	}
}

// release undoes the latest seize.
func (s *Solver) release(option int32) {
	for q := s.first[option+1] - 1; q >= s.first[option]; q-- {
		item := s.matrix.nodes[q].item
		s.uncover(item)
		s.covered[item] = false
	}
}
