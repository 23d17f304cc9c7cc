package tensor

import (
	"math/bits"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// TestTensorOfTwoClues has the numbers of Fig. 1 of the paper: 1 in r1c1 and 2 in r1c4 of a 4×4 grid.
func TestTensorOfTwoClues(t *testing.T) {
	p, err := sudoku.ParsePuzzle("1..2............")
	if err != nil {
		t.Fatal(err)
	}
	want := []int{
		0, 2, 1, 2, 2, 1, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0,
		2, 1, 2, 0, 0, 0, 1, 2, 0, 0, 0, 1, 0, 0, 0, 1,
		1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
		1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
	}
	places := New(p)
	for i, n := range places.statements {
		if n != want[i] {
			t.Errorf("layer %d, cell %d: %d statements, not %d", i/16+1, i%16, n, want[i])
		}
	}
	if places.Covered() != 18 || len(places.covers[0]) != 10 {
		t.Errorf("%d places covered, %d by the first clue", places.Covered(), len(places.covers[0]))
	}
}

func TestBestSplitTriesAllBipartitions(t *testing.T) {
	for _, line := range []string{"1..2............", "12.....1..4.2...", "1...........4..2", "1234341221434321"} {
		p, err := sudoku.ParsePuzzle(line)
		if err != nil {
			t.Fatal(err)
		}
		places := New(p)
		best, sizes := 0, uint64(0)
		for part := uint64(0); part < 1<<len(places.Clues); part++ {
			var in, out uint64
			for i, covers := range places.covers {
				for _, place := range covers {
					if part>>i&1 == 1 {
						in |= 1 << place
					} else {
						out |= 1 << place
					}
				}
			}
			n := bits.OnesCount64(in & out)
			if n > best {
				best, sizes = n, 0
			}
			if n == best {
				sizes |= 1 << bits.OnesCount64(part)
			}
		}
		if got := places.BestSplit(); got.Places != best || got.sizes != sizes {
			t.Errorf("%s: %d places with sizes %b, not %d with %b", line, got.Places, got.sizes, best, sizes)
		}
	}
}

// TestReadings finds what all readings have in common.
func TestReadings(t *testing.T) {
	for _, line := range []string{"1..2............", ".24...3.....4...", "12.....1..4.2...", "1...........4..2"} {
		p, err := sudoku.ParsePuzzle(line)
		if err != nil {
			t.Fatal(err)
		}
		places := New(p)
		best := places.BestSplit().Places
		if lattice, dismissed := places.Readings(); lattice != best || dismissed != best {
			t.Errorf("%s: lattice %d, dismissed %d, bipartitions %d", line, lattice, dismissed, best)
		}
	}
}
