package sample

import (
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// TestBackdoors holds sizes to what they mean: no further given makes a backdoor smaller by more than one, and of one that
// is not empty some given does. Puzzles with several solutions have none.
func TestBackdoors(t *testing.T) {
	for text, want := range map[string]int{
		"4.37851262........1........358......614......729......8........9........5........": -1,
		"802003510060091003701000894608004021000258060920310400000402780005089000200007100": 0,
		"1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..": 2,
		".7..1.....9.5..3..2.1....5.6......2...5.8..14........6.2..9.1..4....2.......7...9": 1,
		".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....": 2,
	} {
		p, err := sudoku.ParsePuzzle(text)
		if err != nil {
			t.Fatal(err)
		}
		b := newBackdoors(p.Geometry())
		size, unique := b.size(p)
		if unique != (want >= 0) || unique && size != want {
			t.Errorf("%s: size %d, one solution: %v; want %d", text, size, unique, want)
		}
		if !unique || size == 0 {
			continue
		}
		var solution sudoku.Grid
		b.complete.Count(p, 1, 1<<30, func(g sudoku.Grid) { solution = g.Clone() })
		least := size
		for cell, d := range solution {
			givens := p.Givens().Clone()
			givens[cell] = d
			n, _ := b.size(p.WithGivens(givens))
			least = min(least, n)
		}
		if least != size-1 {
			t.Errorf("%s: a given more leaves %d of %d", text, least, size)
		}
	}
}
