package transition

import (
	"errors"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/search"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/work"
)

// TestSolutions compares with what is known: puzzle C of Zhai & Zhang has 34 solutions, the 16 clues of Maji & Pal two that
// differ in 18 cells; with no clue there are more than are counted, and no cell is frozen.
func TestSolutions(t *testing.T) {
	e := search.New(sudoku.Classic())
	for text, want := range map[string][2]int{
		"1.......2.27...56..6..5..9....874.....3.9.4.....236....4..2..5..16...72.3........": {34, -1},
		"5.2...4.....71...3..............46...7.2......1.......6....2.......3..1.4........": {2, 81 - 16 - 18},
		strings.Repeat(".", 81):              {mostSolutions, 0},
		"12345678" + strings.Repeat(".", 73): {mostSolutions, 1},
	} {
		p, err := sudoku.ParsePuzzle(text)
		if err != nil {
			t.Fatal(err)
		}
		n, frozen := solutions(e, p)
		if n != want[0] || want[1] >= 0 && frozen != want[1] {
			t.Errorf("%s: %d solutions, %d frozen cells, want %v", text, n, frozen, want)
		}
	}
}

func TestRefused(t *testing.T) {
	for _, r := range []Request{{}, {Count: 2, Grids: 1}} {
		var refused *work.RequestError
		if _, err := Measure(t.Context(), r, nil); !errors.As(err, &refused) {
			t.Errorf("%+v: %v", r, err)
		}
	}
}
