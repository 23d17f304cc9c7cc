package dataset

import (
	"hash/maphash"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// An index knows the classes of the puzzles of a source and of their solutions, some 100 bytes a puzzle.
type index struct {
	name      string
	count     uint32
	puzzles   map[Class]place
	solutions map[Class]uint32 // number of the first puzzle with such a solution
	seed      maphash.Seed
}

// place is where a class was met first.
type place struct {
	number uint32 // of the puzzle, from 1
	text   uint32 // a hash of it
}

func newIndex(name string) *index {
	return &index{name: name, puzzles: map[Class]place{}, solutions: map[Class]uint32{}, seed: maphash.MakeSeed()}
}

// add adds a puzzle and returns the number of the first one of its class, 0 if it is the first, and whether both have the
// same text.
func (x *index) add(e *examined) (first int64, exact bool) {
	x.count++
	text := uint32(maphash.String(x.seed, e.Puzzle.String()))
	if before, ok := x.puzzles[e.class]; ok {
		first, exact = int64(before.number), before.text == text
	} else {
		x.puzzles[e.class] = place{x.count, text}
	}
	if e.verdict == sudoku.Unique {
		if _, ok := x.solutions[e.solutionClass]; !ok {
			x.solutions[e.solutionClass] = x.count
		}
	}
	return first, exact
}
