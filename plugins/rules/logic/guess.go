package logic

import (
	"context"
	"math/bits"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// paperSolver solves with the elimination techniques alone or, where guess is set, guesses as the paper's
// last resort: it tries each candidate of the first cell that has fewest, runs the techniques again, and so
// on. With guesses the search is complete.
type paperSolver struct {
	m       *eliminator
	guess   bool
	guesses int64
	stack   []*board // one board for each depth of guessing
	emit    func(sudoku.Grid) bool
}

// newPaperSolver returns a solver with the elimination techniques up to a level, 1 … 4.
func newPaperSolver(level int, guess bool) *paperSolver {
	return &paperSolver{m: newEliminator(level), guess: guess}
}

// Solve emits every solution that the techniques, and guesses if allowed, lead to.
func (s *paperSolver) Solve(ctx context.Context, p *sudoku.Puzzle,
	emit func(sudoku.Grid) bool) (sudoku.Stats, error) {
	s.m.begin(ctx, p)
	stopped := s.search(emit)
	stats := sudoku.Stats{Guesses: s.guesses, Extra: s.measures()}
	switch {
	case stopped:
		return stats, nil
	case ctx.Err() != nil:
		return stats, ctx.Err()
	case !s.guess && s.m.left > 0 && !s.m.broken:
		return stats, sudoku.ErrGaveUp
	}
	return stats, nil
}

// count returns how many solutions a board has, most at the most; fewer if the context ends.
func (s *paperSolver) count(ctx context.Context, b *board, most int) int {
	if s.m.position == nil || s.m.frame != b.frame {
		s.m.lay(b.frame)
	}
	s.m.copyFrom(b)
	s.m.ctx = ctx
	found := 0
	s.search(func(sudoku.Grid) bool { found++; return found < most })
	return found
}

// search emits the solutions of the eliminator's board and reports whether emit asked to stop.
func (s *paperSolver) search(emit func(sudoku.Grid) bool) (stopped bool) {
	if s.stack != nil && s.stack[0].frame != s.m.frame {
		s.stack = nil
	}
	s.guesses, s.emit = 0, emit
	s.m.run()
	switch {
	case s.m.broken || s.m.ctx.Err() != nil:
		return false
	case s.m.left == 0:
		return !emit(s.m.value)
	case s.guess:
		return !s.branch(0) && s.m.ctx.Err() == nil
	}
	return false
}

// branch guesses from the eliminator's board, which is neither solved nor broken. It reports false when the
// search must stop.
func (s *paperSolver) branch(depth int) bool {
	if depth == len(s.stack) {
		s.stack = append(s.stack, newBoard(s.m.frame))
	}
	saved := s.stack[depth]
	saved.copyFrom(s.m.board)
	cell := poorest(saved)
	for vs := saved.cand[cell]; vs != 0; vs &= vs - 1 {
		s.m.copyFrom(saved)
		s.guesses++
		s.m.place(cell, bits.TrailingZeros64(vs))
		if !s.m.broken {
			s.m.run()
		}
		switch {
		case s.m.ctx.Err() != nil:
			return false
		case s.m.broken:
		case s.m.left == 0:
			if !s.emit(s.m.value) {
				return false
			}
		case !s.branch(depth + 1):
			return false
		}
	}
	return true
}

// poorest returns the first empty cell with the smallest number of candidates.
func poorest(b *board) int {
	best, least := -1, 65
	for c, vs := range b.cand {
		if n := bits.OnesCount64(vs); n > 0 && n < least {
			best, least = c, n
		}
	}
	return best
}

func (s *paperSolver) measures() []sudoku.Measure {
	names := [...]string{1: "naked_singles", 2: "hidden_singles", 3: "clones", 4: "triads"}
	var all []sudoku.Measure
	for et := 1; et <= s.m.level; et++ {
		all = append(all, sudoku.Measure{Name: names[et], Value: float64(s.m.counts[et])})
	}
	return all
}
