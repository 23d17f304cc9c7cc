package row

import (
	"fmt"
	"slices"
	"strings"
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

func TestPuzzlesInOneText(t *testing.T) {
	g := NewGeometry(1, sudoku.Classic())
	one, two := strings.Repeat("50", 40)+"70", strings.Repeat("0", 82)
	puzzles := g.Puzzles([]byte(one + " " + two + " " + one))
	if len(puzzles) != 3 {
		t.Fatalf("%d puzzles, want 3", len(puzzles))
	}
	for i, want := range []string{strings.Repeat("5.", 40) + "7", strings.Repeat(".", 81), strings.Repeat("5.", 40) + "7"} {
		if got := puzzles[i].CellText(); got != want {
			t.Errorf("puzzle %d is %s, want %s", i, got, want)
		}
	}
	for name, text := range map[string]string{
		"nothing": "", "a cell too few": one[1:], "no space": one + "0" + two, "a digit that there is not": "A" + one[1:],
		"no digit": "x" + one[1:], "as text": fmt.Sprintf("%X", strings.Repeat("5.", 40)+"7"),
	} {
		if puzzles := g.Puzzles([]byte(text)); puzzles != nil {
			t.Errorf("%s: %d puzzles", name, len(puzzles))
		}
	}
	large, err := sudoku.ParseGeometry("25")
	if err != nil {
		t.Fatal(err)
	}
	if NewGeometry(2, large).Puzzles([]byte(strings.Repeat("0", 626))) != nil {
		t.Error("puzzles of a geometry whose cells are text")
	}
}
