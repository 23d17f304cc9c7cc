package row

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

func TestPackedGridsComeBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		grid := sudoku.Grid(rapid.SliceOfN(rapid.Uint8Range(0, 15), 1, 100).Draw(t, "grid"))
		packed := pack(grid)
		if len(packed) != (len(grid)+1)/2 {
			t.Errorf("%d cells take %d bytes", len(grid), len(packed))
		}
		back, err := unpack(packed, len(grid))
		if err != nil || !slices.Equal(back, grid) {
			t.Errorf("%v came back as %v, %v", grid, back, err)
		}
		if _, err := unpack(packed, len(grid)+2); err == nil {
			t.Error("a blob of the wrong length was taken")
		}
	})
}

// TestCellsComeBack has cells of every form stored and read again, and different puzzles stored differently.
func TestCellsComeBack(t *testing.T) {
	stored := map[any]string{}
	for _, line := range []string{
		"4:1...............", "4:{12}...............", "4:~cage=3:r1c12", "4:~cage=4:r1c12", "4:1...............~cage=3:r1c12",
		"4:{12}...............~thermo:r2c123", "4+x:~cage=3:r1c12", "4/j:1...............:1112122233434344~white:r1c12",
		"25@num:~cage=3:r1c1.2", "4@~abc:~...............", "9:~anti-knight",
	} {
		p, err := sudoku.ParsePuzzle(line)
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		g := NewGeometry(1, p.Geometry())
		cells := g.CellsOf(p)
		q, err := g.Puzzle(cells)
		if err != nil || q.String() != p.String() {
			t.Errorf("%s came back as %v: %v", p, q, err)
		}
		key := fmt.Sprint(g, cells)
		if other := stored[key]; other != "" {
			t.Errorf("%s is stored as %s is", line, other)
		}
		stored[key] = line
	}
}
