package draft

import (
	"slices"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku/constraint"
)

// TestElsewhere finds each row's constraint, and no constraint in two rows.
func TestElsewhere(t *testing.T) {
	for i, row := range Elsewhere {
		if !slices.Contains(constraint.Names(), row.Name) {
			t.Errorf("there is no constraint %q", row.Name)
		}
		if i > 0 && Elsewhere[i-1].Name >= row.Name {
			t.Errorf("%q stands behind %q", row.Name, Elsewhere[i-1].Name)
		}
		if Called(row.Name).ISS != row.ISS || row.ISS != "" && InISS(row.ISS) == nil || row.Key != "" && InFPuzzles(row.Key) == nil {
			t.Errorf("%q is not found", row.Name)
		}
	}
}
