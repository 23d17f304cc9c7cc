package board

import (
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// A digit that is locked in one diagonal may stand where the other crosses it, and says nothing of that one.
func TestThirdsKeepClear(t *testing.T) {
	for _, text := range []string{"9", "9+x", "9+w+g"} {
		f := NewFrame(sudoku.MustGeometry(text))
		for _, x := range f.Crosses {
			for _, third := range x.Thirds {
				if f.Shared(third.House, x.House1) != 0 {
					t.Errorf("%s: %s is a third house to %s and %s, and shares cells with the first", text,
						f.HouseName(third.House), f.HouseName(x.House1), f.HouseName(x.House2))
				}
			}
		}
	}
}
