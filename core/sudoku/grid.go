package sudoku

import "github.com/sudokuctl/sudokuctl/core/sudoku/clause"

// Grid holds one value for each cell of a geometry: 1 … N, or 0 if the cell is empty.
type Grid []uint8

// Filled returns the number of cells that are not empty.
func (g Grid) Filled() int {
	n := 0
	for _, v := range g {
		if v != 0 {
			n++
		}
	}
	return n
}

// Clone returns a copy of g that shares no memory with it.
func (g Grid) Clone() Grid { return append(Grid(nil), g...) }

// Within reports whether no value is larger than n.
func (g Grid) Within(n int) bool {
	left := 0 // negative if one is
	for _, v := range g {
		left |= n - int(v)
	}
	return left >= 0
}

// MaxSize is the largest number of digits a geometry can have.
const MaxSize = 49

// Digits is a set of digits: bit d-1 stands for digit d, 1 ≤ d ≤ MaxSize.
type Digits = clause.Digits

// AllDigits returns the set {1, …, n}.
func AllDigits(n int) Digits { return Digits(1)<<n - 1 }

// DigitSet returns the set of the given digits.
func DigitSet(digits ...int) Digits {
	var s Digits
	for _, d := range digits {
		s = s.With(d)
	}
	return s
}
