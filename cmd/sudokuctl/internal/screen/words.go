package screen

import (
	"fmt"

	"github.com/sudokuctl/sudokuctl/core/sudoku/nearest"
)

func Plural(n int, word string) string {
	if n == 1 {
		return word
	}
	return word + "s"
}

// DidYouMean returns "; did you mean …?" for the nearest known name, or "" where none is near.
func DidYouMean(word string, known []string) string {
	best := nearest.Name(word, known)
	if best == "" {
		return ""
	}
	return fmt.Sprintf("; did you mean %q?", best)
}
