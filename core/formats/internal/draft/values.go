package draft

import (
	"encoding/base64"
	"strconv"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/sudoku/constraint"
)

// PairValue returns the value of the constraint "pair" for a relation of n digits.
func PairValue(n int, holds func(a, b int) bool) string {
	data := make([]byte, (n*n+7)/8)
	for i := range n * n {
		if holds(i/n+1, i%n+1) {
			data[i/8] |= 0x80 >> (i % 8)
		}
	}
	return base64.RawURLEncoding.EncodeToString(data)
}

// Symbol returns what a digit is called that is worth v: beyond nine A, B, …
func Symbol(v int) string { return strings.ToUpper(strconv.FormatInt(int64(v), 36)) }

// Numeric reports whether the digits of a board are called by numbers, from 0 or from 1 on; beyond nine by A, B, … or by numbers.
func Numeric(b *constraint.Board) bool {
	for digit := 1; digit <= b.N; digit++ {
		v := digit + b.Least - 1
		if symbol := b.Symbol(digit); symbol != strconv.Itoa(v) && symbol != Symbol(v) {
			return false
		}
	}
	return b.Least == 0 || b.Least == 1
}
