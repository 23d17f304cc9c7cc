package cover

import (
	"context"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// checkEvery is how many nodes of the search tree pass between two looks at the context.
const checkEvery = 1024

// search is one run over a matrix.
type search struct {
	*matrix
	ctx            context.Context
	emit           func(sudoku.Grid) bool
	grid           sudoku.Grid
	nodes, guesses int64
	err            error
}

// descend emits all exact covers of what is uncovered. It returns false when the search must stop; the links
// are then restored as well.
func (s *search) descend() bool {
	if s.right[0] == 0 {
		return s.emit(s.grid)
	}
	item := s.choose()
	if s.size[item] == 0 {
		return true
	}
	s.cover(item)
	goOn := true
	for p := s.matrix.nodes[item].down; p != item && goOn; p = s.matrix.nodes[p].down {
		if s.matrix.nodes[p].down != item {
			s.guesses++ // the last option left is a conclusion, not a guess
		}
		goOn = s.try(p)
	}
	s.uncover(item)
	return goOn
}

// try chooses the option of node p, whose own item is covered already, and descends.
func (s *search) try(p int32) bool {
	if s.nodes++; s.nodes%checkEvery == 0 && s.ctx.Err() != nil {
		s.err = s.ctx.Err()
		return false
	}
	o := s.matrix.nodes[p].option
	n := s.geometry.N()
	s.grid[int(o)/n] = uint8(int(o)%n + 1)
	for q := s.first[o]; q < s.first[o+1]; q++ {
		if q != p {
			s.cover(s.matrix.nodes[q].item)
		}
	}
	goOn := s.descend()
	for q := s.first[o+1] - 1; q >= s.first[o]; q-- {
		if q != p {
			s.uncover(s.matrix.nodes[q].item)
		}
	}
	return goOn
}
