package plugintest

import "github.com/sudokuctl/sudokuctl/core/sudoku"

// backtrack counts the solutions of a puzzle, up to limit, by trying every digit that no peer holds in the
// cell with the fewest of them. It is the yardstick of the other algorithms: slow, and too simple to be
// wrong. keep is called with each solution.
func backtrack(p *sudoku.Puzzle, limit int, keep func(sudoku.Grid)) int {
	if sudoku.CheckGivens(p) != nil {
		return 0
	}
	s := search{puzzle: p, grid: p.Givens.Clone(), limit: limit, keep: keep}
	s.descend()
	return s.found
}

type search struct {
	puzzle       *sudoku.Puzzle
	grid         sudoku.Grid
	found, limit int
	keep         func(sudoku.Grid)
}

func (s *search) descend() {
	cell, options := s.narrowest()
	if cell < 0 {
		s.found++
		s.keep(s.grid)
		return
	}
	for d := range options.All {
		s.grid[cell] = uint8(d)
		s.descend()
		if s.found == s.limit {
			break
		}
	}
	s.grid[cell] = 0
}

// narrowest returns the empty cell with the fewest digits left, -1 when no cell is empty.
func (s *search) narrowest() (cell int, options sudoku.Digits) {
	cell, fewest := -1, sudoku.MaxSize+1
	for c, v := range s.grid {
		if v != 0 {
			continue
		}
		left := s.puzzle.Allowed(c)
		for _, q := range s.puzzle.Geometry.Peers(c) {
			if w := s.grid[q]; w != 0 {
				left = left.Without(int(w))
			}
		}
		if n := left.Len(); n < fewest {
			cell, options, fewest = c, left, n
		}
	}
	return cell, options
}
