package host

import (
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

func TestProver(t *testing.T) {
	for line, want := range map[string]int{
		"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79": 1,
		"..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9": 1,
		"................12..3.45........64...1......762.8........2..6....4...5...8.......": 1,
		"4:................":                     288,
		"4:1.2.............":                     24,
		"4:123...4.........":                     0,
		"6:....................................": 1000,
		"9+x:.................................................................................": 1000,
		"4:{12}...............": 144,
	} {
		p, err := sudoku.ParsePuzzle(line)
		if err != nil {
			t.Fatal(err)
		}
		v := newProver(p.Geometry)
		for range 2 { // it leaves nothing behind
			if found, proved := v.solutions(p, 1000); found != want || !proved {
				t.Errorf("%s: %d solutions, proved %v", line, found, proved)
			}
		}
	}
}

func BenchmarkProver(b *testing.B) {
	p, err := sudoku.ParsePuzzle("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
	if err != nil {
		b.Fatal(err)
	}
	v := newProver(p.Geometry)
	for b.Loop() {
		v.solutions(p, 2)
	}
}
