package search

import (
	"slices"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/constraint"
)

// Clashing returns the numbers of constraints that leave a puzzle without solution, as few as can be: without any one of
// them there is a solution, or finding out takes more guesses than allowed. They are nil if the puzzle has a solution or
// its proof takes too many guesses, and empty if its houses, givens and soft clues clash by themselves. Each constraint
// is left out in turn, and stays out if there is still no solution.
func Clashing(p *sudoku.Puzzle, guesses int) ([]int, error) {
	e := New(p.Geometry())
	if found, known := e.Count(p, 1, guesses, nil); found > 0 || !known {
		return nil, nil
	}
	left := make([]int, len(p.Constraints()))
	for i := range left {
		left[i] = i
	}
	for i := 0; i < len(left); {
		fewer := slices.Delete(slices.Clone(left), i, i+1)
		q, err := with(p, fewer)
		if err != nil {
			return nil, err
		}
		if found, known := e.Count(q, 1, guesses, nil); known && found == 0 {
			left = fewer
			continue
		}
		i++
	}
	return left, nil
}

// Superfluous returns the numbers of the constraints of a puzzle with one solution each of which can be left out without
// letting in another; those of which that is not known after so many guesses are not among them.
func Superfluous(p *sudoku.Puzzle, guesses int) (superfluous []int, err error) {
	e := New(p.Geometry())
	all := make([]int, len(p.Constraints()))
	for i := range all {
		all[i] = i
	}
	for i := range all {
		q, err := with(p, slices.Delete(slices.Clone(all), i, i+1))
		if err != nil {
			return nil, err
		}
		if found, known := e.Count(q, 2, guesses, nil); known && found == 1 {
			superfluous = append(superfluous, i)
		}
	}
	return superfluous, nil
}

// with returns p with those of its constraints alone.
func with(p *sudoku.Puzzle, numbers []int) (*sudoku.Puzzle, error) {
	var some []constraint.Constraint
	for _, i := range numbers {
		some = append(some, p.Constraints()[i])
	}
	return p.With(sudoku.Constraints(some...))
}
