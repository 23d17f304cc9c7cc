package sudoku

import "testing"

func TestSymmetryMap(t *testing.T) {
	if _, err := Classic().SymmetryMap("rot45"); err == nil {
		t.Error("rot45 is accepted")
	}
}
