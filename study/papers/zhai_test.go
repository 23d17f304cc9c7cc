package papers

import (
	"slices"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/symmetry"
)

// TestZhaiImages wants each transformation to keep the houses, and to be another one; two of a kind are the same as
// none.
func TestZhaiImages(t *testing.T) {
	g := sudoku.Classic()
	var seen [][]int
	for _, image := range zhaiImages(g) {
		if !image.Keeps(g) {
			t.Errorf("%s does not keep the houses", image.name)
		}
		if slices.ContainsFunc(seen, func(cells []int) bool { return slices.Equal(cells, image.Cells) }) {
			t.Errorf("%s is another one too", image.name)
		}
		seen = append(seen, image.Cells)
		twice := image.Then(image.Transform)
		if same := slices.Equal(twice.Cells,
			symmetry.Identity(g).Cells); same == (image.name == "rotated by 90° (Fig. 4-D)") {
			t.Errorf("%s twice is nothing: %v", image.name, same)
		}
	}
}
