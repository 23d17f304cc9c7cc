package paper

import (
	"context"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Backtracker is the plain search that Maji & Pal (section II) compare with: cell after cell in reading
// order, digit after digit, back one cell when none fits. It is complete, and slow on purpose.
type Backtracker struct {
	ctx     context.Context
	p       *sudoku.Puzzle
	grid    sudoku.Grid
	free    []int // empty cells in reading order
	guesses int64
	emit    func(sudoku.Grid) bool
}

// Solve emits all solutions in lexical order.
func (s *Backtracker) Solve(ctx context.Context, p *sudoku.Puzzle,
	emit func(sudoku.Grid) bool) (sudoku.Stats, error) {
	if err := housesAlone(p); err != nil {
		return sudoku.Stats{}, err
	}
	*s = Backtracker{ctx: ctx, p: p, grid: p.Givens().Clone(), free: s.free[:0], emit: emit}
	ended := false
	for c, v := range p.Givens() {
		if v == 0 {
			s.free = append(s.free, c)
		}
	}
	if len(sudoku.Conflicts(p)) == 0 {
		ended = !s.fill(0)
	}
	stats := sudoku.Stats{Guesses: s.guesses}
	if err := ctx.Err(); err != nil && ended {
		return stats, err
	}
	return stats, nil
}

// fill completes the grid from the i-th empty cell on; false means stop.
func (s *Backtracker) fill(i int) bool {
	if i == len(s.free) {
		return s.emit(s.grid)
	}
	c := s.free[i]
	defer func() { s.grid[c] = 0 }()
	for v := range s.p.Allowed(c).All {
		if !s.fits(c, uint8(v)) {
			continue
		}
		s.guesses++
		if s.guesses%1024 == 0 && s.ctx.Err() != nil {
			return false
		}
		s.grid[c] = uint8(v)
		if !s.fill(i + 1) {
			return false
		}
	}
	return true
}

func (s *Backtracker) fits(c int, v uint8) bool {
	for _, p := range s.p.Geometry().Peers(c) {
		if s.grid[p] == v {
			return false
		}
	}
	return true
}
