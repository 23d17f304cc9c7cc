package nine

import (
	"testing"

	"pgregory.net/rapid"
)

// Candidates keeps the digits of every solution, and has nothing to say of givens without one.
func TestCandidates(t *testing.T) {
	e := New()
	rapid.Check(t, func(t *rapid.T) {
		givens, _ := drawGivens(t)
		var cells [81]uint16
		ok := Candidates(&givens, &cells)
		solve(e, &givens, 20, func(grid *[81]uint8) bool {
			for c, v := range grid {
				if !ok || cells[c]>>(v-1)&1 == 0 {
					t.Fatalf("%v: %v, %b; a solution is %v", givens, ok, cells, grid)
				}
			}
			return true
		})
		for c, v := range givens {
			if ok && v != 0 && cells[c] != 1<<(v-1) {
				t.Fatalf("%v: cell %d is given, but has %b", givens, c, cells[c])
			}
		}
	})
	var cells [81]uint16
	if Candidates(&[81]uint8{5, 5}, &cells) {
		t.Errorf("a row with two fives has %b", cells)
	}
}
