package pump

import (
	"testing"

	"github.com/sudokuctl/sudokuctl/core/internal/wire"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Of more solutions than memory should hold all are counted, and the first are kept.
func TestKeptSolutionsAreBounded(t *testing.T) {
	g := sudoku.MustGeometry("25/l")
	p := sudoku.MustPuzzle(g, nil)
	const rows = 100
	most := keptCells / g.Cells()
	s, found := &solving{}, &verified{}
	grid := make(sudoku.Grid, g.Cells())
	for n := 0; n < most+rows; n += rows {
		var grids []byte
		for k := range rows { // Latin squares: two permutations, counted up
			for cell := range grid {
				row, column := cell/25, cell%25
				grid[cell] = uint8((permuted(row, (n+k)/1000)+permuted(column, (n+k)%1000))%25) + 1
			}
			grids = append(grids, grid...)
		}
		found.add(s, p, &wire.Answer{Count: rows, Grids: grids})
	}
	if found.wrong != nil || found.count < int64(most) || len(found.kept) != most {
		t.Errorf("%d of %d kept, %d at most; %v", len(found.kept), found.count, most, found.wrong)
	}
}

// permuted returns the image of i under permutation number n of the first seven of 25, the identity for 0.
func permuted(i, n int) int {
	if i >= 7 {
		return i
	}
	left := []int{0, 1, 2, 3, 4, 5, 6}
	for k := 0; ; k++ {
		at := n % len(left)
		if k == i {
			return left[at]
		}
		n /= len(left)
		left = append(left[:at:at], left[at+1:]...)
	}
}
