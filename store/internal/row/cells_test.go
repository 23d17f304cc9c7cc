package row

import (
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
