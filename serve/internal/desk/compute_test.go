package desk

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// TestEachTextIsItsOwn: sixteen 4×4 puzzles of a request are no 16×16 grid, ISS texts of one constraint are no common one,
// and names and errors count the lines of all texts.
func TestEachTextIsItsOwn(t *testing.T) {
	const classic = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
	texts := slices.Concat(slices.Repeat([]string{"2.14........4..2"}, 16), []string{classic, classic},
		slices.Repeat([]string{".Cage~10~R1C1~R1C2"}, 3))
	in, err := (&Asking{Puzzles: texts}).input(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for r, err := range in.Records(t.Context()) {
		if n++; err != nil || r.Puzzle.Name != fmt.Sprintf("puzzle:%d", n) {
			t.Errorf("record %d is %q, %v", n, r.Puzzle.Name, err)
		}
	}
	if n != len(texts) {
		t.Errorf("%d puzzles of %d texts", n, len(texts))
	}
	var bad *sudoku.ParseError
	if _, err := (&Asking{Puzzles: append(texts, "xyz")}).input(t.Context(), nil); !errors.As(err, &bad) || bad.Line != len(texts)+1 {
		t.Errorf("a bad text: %v", err)
	}
}
