package sudoku

import (
	"encoding/binary"

	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
)

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

// Within reports whether no value is larger than n ≤ MaxSize. It looks at eight values in a word: adding 127-n to a
// byte sets its high bit if it is larger, or the bit was set before.
func (g Grid) Within(n int) bool {
	const ones, high = 0x0101010101010101, 0x8080808080808080
	var seen uint64
	add := uint64(127-n) * ones
	for ; len(g) >= 32; g = g[32:] {
		a, b := binary.LittleEndian.Uint64(g), binary.LittleEndian.Uint64(g[8:])
		c, d := binary.LittleEndian.Uint64(g[16:]), binary.LittleEndian.Uint64(g[24:])
		seen |= a | b | c | d | (a&^high + add) | (b&^high + add) | (c&^high + add) | (d&^high + add)
	}
	for ; len(g) >= 8; g = g[8:] {
		v := binary.LittleEndian.Uint64(g)
		seen |= v | (v&^high + add)
	}
	for _, v := range g {
		seen |= uint64(v) | (uint64(v&0x7f) + uint64(127-n))
	}
	return seen&high == 0
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
