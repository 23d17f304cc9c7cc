package record

import (
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Puzzles that differ in their soft clues alone are three puzzles: none has the canonical form of its givens.
func TestSoftCluesHaveNoCanonicalForm(t *testing.T) {
	var c Checker
	for text, known := range map[string]bool{"...............4": true, "{12}..............4": false, "{34}..............4": false} {
		p, err := sudoku.ParsePuzzle(text)
		if err != nil {
			t.Fatal(err)
		}
		if r := c.New(p); (r.Canonical != "") != known || (r.Automorphisms != 0) != known {
			t.Errorf("%s: canonical form %q, %d automorphisms", text, r.Canonical, r.Automorphisms)
		}
	}
}
